#include "core/transport/threads/deadlock.hpp"

#include "core/base/error.hpp"

namespace zerolab {

WaitBoard::WaitBoard(int world_size, std::function<bool(const Wait&)> still_pending)
    : still_pending_(std::move(still_pending)), waiting_(static_cast<std::size_t>(world_size)) {}

WaitBoard::Notice::Notice(WaitBoard& board, int rank, std::vector<Pending> pending)
    : board_(board), rank_(rank) {
  const std::lock_guard lock(board.mutex_);
  auto& mine = board.waiting_[static_cast<std::size_t>(rank)];
  mine = std::move(pending);
  // The last rank of a cycle to put up its notice sees all the others.
  const std::vector<Wait> cycle = find_cycle(board.waiting_, rank, board.still_pending_);
  if (cycle.empty()) return;
  mine.clear();
  throw failure("{}", describe_deadlock(cycle));
}

WaitBoard::Notice::~Notice() {
  const std::lock_guard lock(board_.mutex_);
  board_.waiting_[static_cast<std::size_t>(rank_)].clear();
}

}  // namespace zerolab
