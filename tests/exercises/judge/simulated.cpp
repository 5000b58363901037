#include "tests/exercises/judge/simulated.hpp"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "core/base/error.hpp"
#include "core/transport/complaints.hpp"
#include "core/transport/transport.hpp"
#include "exercises/comm/not_written.hpp"

namespace zerolab::exercises {

namespace {

// Thrown into every rank that waits when the run has ended.
struct Stopped {};

// What one rank waits for: one call of Comm.
struct Wait {
  Send* send = nullptr;  // nullptr: none, or done
  Receive* receive = nullptr;
  bool open() const { return send != nullptr || receive != nullptr; }
};

class World {
 public:
  explicit World(const Case& run)
      : buffered_(run.delivery == Delivery::buffered),
        waits_(static_cast<std::size_t>(run.ranks)),
        ended_(waits_.size()) {}

  void exchange(int rank, Send* send, Receive* receive) {
    std::unique_lock lock(mutex_);
    check_stopped();
    Wait& wait = waits_[static_cast<std::size_t>(rank)];
    wait = {send, receive};
    if (buffered_ && send != nullptr) {
      const auto* data = static_cast<const float*>(send->data);
      queues_[{rank, send->peer}].emplace_back(data, data + send->elements);
      wait.send = nullptr;
    }
    move_all();
    changed_.wait(lock, [&] { return stopped_ || !wait.open(); });
    check_stopped();
  }

  void end(int rank) {
    const std::lock_guard lock(mutex_);
    ended_[static_cast<std::size_t>(rank)] = true;
    move_all();
  }

  void stop(Ending ending, const std::string& detail, int culprit) {
    const std::lock_guard lock(mutex_);
    stop_locked(ending, detail, culprit);
  }

  void finish(RunRecord& record) {
    for (const auto& [link, queue] : queues_) {
      if (stopped_ || queue.empty()) continue;
      stop_locked(
          Ending::unreceived,
          fmt::format("{} messages from rank {} to rank {}", queue.size(), link.first, link.second),
          link.first);
    }
    record.ending = ending_;
    record.detail = detail_;
    record.culprit = culprit_;
  }

 private:
  void check_stopped() const {
    if (stopped_) throw Stopped{};
  }
  void stop_locked(Ending ending, const std::string& detail, int culprit) {
    if (stopped_) return;
    stopped_ = true;
    ending_ = ending;
    detail_ = detail;
    culprit_ = culprit;
    changed_.notify_all();
  }

  void move_all() {
    bool moved = false;
    for (std::size_t rank = 0; rank < waits_.size(); ++rank) moved = receive(rank) || moved;
    if (moved) changed_.notify_all();
    for (std::size_t rank = 0; rank < waits_.size(); ++rank) {
      if (!ended_[rank] && !waits_[rank].open()) return;  // it still computes
    }
    for (std::size_t rank = 0; rank < waits_.size(); ++rank) {
      if (ended_[rank]) continue;
      stop_locked(Ending::deadlock, cycle(static_cast<int>(rank)), static_cast<int>(rank));
      return;
    }
  }

  bool receive(std::size_t rank) {
    Receive* receive = waits_[rank].receive;
    if (receive == nullptr || stopped_) return false;
    std::deque<std::vector<float>>& queue = queues_[{receive->peer, static_cast<int>(rank)}];
    Send* send = waits_[static_cast<std::size_t>(receive->peer)].send;
    const bool offered = send != nullptr && send->peer == static_cast<int>(rank);
    if (queue.empty() && !offered) return false;
    const std::size_t elements = queue.empty() ? send->elements : queue.front().size();
    const void* data = queue.empty() ? send->data : queue.front().data();
    if (elements != receive->elements) {
      stop_locked(Ending::mismatch,
                  fmt::format("rank {} receives 'message' of {} f32 elements from rank {}, which "
                              "sends 'message' of {} f32 elements: both must issue the same",
                              rank, receive->elements, receive->peer, elements),
                  static_cast<int>(rank));
      return false;
    }
    if (elements > 0) std::memcpy(receive->data, data, elements * sizeof(float));
    if (queue.empty()) {
      waits_[static_cast<std::size_t>(receive->peer)].send = nullptr;
    } else {
      queue.pop_front();
    }
    waits_[rank].receive = nullptr;
    return true;
  }

  // From rank to rank until one comes again, or has ended.
  std::string cycle(int rank) const {
    std::string text = fmt::format("deadlock: rank {}", rank);
    std::vector<bool> seen(waits_.size());
    while (true) {
      const Wait& wait = waits_[static_cast<std::size_t>(rank)];
      seen[static_cast<std::size_t>(rank)] = true;
      const bool sends = wait.send != nullptr;
      rank = sends ? wait.send->peer : wait.receive->peer;
      text += fmt::format(" waits to {} 'message' {} rank {}", sends ? "send" : "receive",
                          sends ? "to" : "from", rank);
      if (seen[static_cast<std::size_t>(rank)] || ended_[static_cast<std::size_t>(rank)]) break;
      text += ", which";
    }
    return text + ": post sends and receives together in one exchange";
  }

  bool buffered_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Wait> waits_;
  std::vector<bool> ended_;
  std::map<std::pair<int, int>, std::deque<std::vector<float>>> queues_;
  bool stopped_ = false;
  Ending ending_ = Ending::finished;
  std::string detail_;
  int culprit_ = -1;
};

class SimulatedTransport : public Transport {
 public:
  SimulatedTransport(World& world, int rank, int ranks)
      : world_(world), rank_(rank), ranks_(ranks) {}
  int rank() const override { return rank_; }
  int world_size() const override { return ranks_; }
  void exchange(std::span<Send> sends, std::span<Receive> receives) override {
    for (const Send& send : sends) check_peer(rank_, ranks_, send);
    for (const Receive& receive : receives) check_peer(rank_, ranks_, receive);
    world_.exchange(rank_, sends.empty() ? nullptr : &sends.front(),
                    receives.empty() ? nullptr : &receives.front());
  }
  void set_timing(bool) override {}
  void synchronize() override {}
  Counters counters() const override { return {}; }

 private:
  World& world_;
  int rank_;
  int ranks_;
};

void run_rank(World& world, int rank, const Case& run, const Program& program, RankResult& result) {
  std::vector<float> block = input_block(run, rank);
  const std::vector<std::span<float>> spans = spans_in(run, rank, block);
  SimulatedTransport transport(world, rank, run.ranks);
  MessageLog log;
  Comm comm(transport, &log);
  try {
    program(comm, run, spans);
    result.block = std::move(block);
    world.end(rank);
  } catch (const Stopped&) {
  } catch (const NotWritten& error) {
    world.stop(Ending::unwritten, error.what(), rank);
  } catch (const Error& error) {
    const bool peer = std::string(error.what()).find("its peers") != std::string::npos;
    world.stop(peer ? Ending::mismatch : Ending::threw, error.what(), rank);
  } catch (const std::exception& error) {
    world.stop(Ending::threw, error.what(), rank);
  }
  result.calls = log.take();
}

}  // namespace

RunRecord simulate(const Case& run, const Program& program) {
  World world(run);
  RunRecord record;
  record.run = run;
  record.ranks.resize(static_cast<std::size_t>(run.ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < run.ranks; ++rank) {
    threads.emplace_back([&, rank] {
      run_rank(world, rank, run, program, record.ranks[static_cast<std::size_t>(rank)]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  world.finish(record);
  return record;
}

}  // namespace zerolab::exercises
