#include "exercises/judge/zero/acts.hpp"

#include <algorithm>
#include <optional>

#include "exercises/judge/zero/calls.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

// Reads a rank's notes from the first to the last.
class ActReader {
 public:
  ActReader(const Case& run, int rank, const std::vector<Note>& notes) : run_(run), notes_(notes) {
    const CategoryBytes at_rest = bytes_at_rest(run, rank);
    for (const MemoryCategory category : all_memory_categories) {
      const std::int64_t bytes = bytes_of(at_rest, category);
      const bool from_arena =
          category == MemoryCategory::momentum || category == MemoryCategory::variance;
      if (bytes > 0 && !from_arena) change(0, category, bytes);
    }
  }

  RankActs read() {
    for (std::size_t n = 0; n < notes_.size(); ++n) {
      switch (notes_[n].kind) {
        case NoteKind::allocate: take(n); break;
        case NoteKind::release: give_back(n); break;
        case NoteKind::forward:
        case NoteKind::backward:
        case NoteKind::reduce_scatter:
        case NoteKind::all_gather:
        case NoteKind::all_reduce: add_act(n); break;
      }
    }
    return std::move(read_);
  }

 private:
  struct Block {
    std::size_t elements = 0;
    MemoryCategory category = MemoryCategory::scratch;
  };

  std::optional<std::size_t> next_pass(std::size_t from) const {
    for (std::size_t n = from; n < notes_.size(); ++n) {
      if (is_pass(notes_[n].kind)) return n;
    }
    return std::nullopt;
  }

  void add_act(std::size_t n) {
    const Note& note = notes_[n];
    Act act{note.kind, note.elements, -1, -1, n};
    if (act.is_pass()) {
      last_pass_ = n;
      act.unit = note.unit;
      act.micro_step = micro_step_of(passes_++);
    } else if (note.elements == 0) {
      return;
    } else if (run_.exercise == 10 || run_.exercise == 11) {
      const std::optional<std::size_t> next = next_pass(n);
      const bool of_next = next && (note.kind == NoteKind::all_gather || !last_pass_);
      const std::optional<std::size_t> pass = of_next ? next : last_pass_;
      if (pass) {
        act.unit = notes_[*pass].unit;
        act.micro_step = micro_step_of(of_next ? passes_ : passes_ - 1);
      }
    }
    read_.acts.push_back(act);
  }

  int micro_step_of(int pass) const {
    const auto units = static_cast<int>(run_.tensors.size());
    return pass / std::max(run_.exercise == 11 ? 2 * units : units, 1);
  }

  void take(std::size_t n) {
    const Block block{notes_[n].elements, category_of_block(n)};
    blocks_.push_back(block);
    change(n, block.category, static_cast<std::int64_t>(block.elements * sizeof(float)));
  }

  MemoryCategory category_of_block(std::size_t n) const {
    switch (run_.exercise) {
      case 9: return category_of_state(n);
      case 10: return MemoryCategory::buckets;
      case 11: return category_of_whole(n);
      default: return MemoryCategory::scratch;
    }
  }

  // The first two that are taken are momentum and variance.
  MemoryCategory category_of_state(std::size_t n) const {
    const auto before =
        std::count_if(notes_.begin(), notes_.begin() + static_cast<std::ptrdiff_t>(n),
                      [](const Note& note) { return note.kind == NoteKind::allocate; });
    if (before == 0) return MemoryCategory::momentum;
    return before == 1 ? MemoryCategory::variance : MemoryCategory::scratch;
  }

  // In front of a forward pass they are parameters; in front of a backward pass gradients, but for
  // the first where something is gathered.
  MemoryCategory category_of_whole(std::size_t n) const {
    const std::optional<std::size_t> next = next_pass(n);
    if (!next || notes_[*next].kind == NoteKind::forward) {
      return MemoryCategory::gathered_parameters;
    }
    bool gathers = false;
    bool is_first = true;
    for (std::size_t i = last_pass_ ? *last_pass_ + 1 : 0; i < *next; ++i) {
      gathers = gathers || notes_[i].kind == NoteKind::all_gather ||
                notes_[i].kind == NoteKind::all_reduce;
      if (i < n && notes_[i].kind == NoteKind::allocate) is_first = false;
    }
    return gathers && is_first ? MemoryCategory::gathered_parameters : MemoryCategory::buckets;
  }

  // Parameters before gradients; after the reduce-scatter gradients first.
  void give_back(std::size_t n) {
    const bool reduced = !read_.acts.empty() && !read_.acts.back().is_pass();
    const auto fits = [&](const Block& block, bool wanted) {
      const bool whole_parameters = block.category == MemoryCategory::gathered_parameters;
      return block.elements == notes_[n].elements && (!wanted || whole_parameters != reduced);
    };
    auto found = std::ranges::find_if(blocks_, [&](const Block& b) { return fits(b, true); });
    if (found == blocks_.end()) {
      found = std::ranges::find_if(blocks_, [&](const Block& b) { return fits(b, false); });
    }
    if (found == blocks_.end()) return;
    change(n, found->category, -static_cast<std::int64_t>(found->elements * sizeof(float)));
    blocks_.erase(found);
  }

  void change(std::size_t note, MemoryCategory category, std::int64_t bytes) {
    std::int64_t& held = bytes_of(read_.held, category);
    held += bytes;
    bytes_of(read_.peak, category) = std::max(bytes_of(read_.peak, category), held);
    read_.holdings.push_back({read_.acts.size(), note, category, static_cast<std::size_t>(held)});
  }

  const Case& run_;
  const std::vector<Note>& notes_;
  RankActs read_;
  std::vector<Block> blocks_;
  std::optional<std::size_t> last_pass_;  // its note
  int passes_ = 0;
};

}  // namespace

RankActs acts_of(const Case& run, int rank, const std::vector<Note>& notes) {
  return ActReader(run, rank, notes).read();
}

CategoryBytes bytes_at_rest(const Case& run, int rank) {
  CategoryBytes bytes{};
  const auto set = [&](MemoryCategory category, std::size_t elements) {
    bytes_of(bytes, category) = static_cast<std::int64_t>(elements * sizeof(float));
  };
  std::size_t of_units = 0;
  for (const std::size_t unit : run.tensors) {
    of_units += shard_range(unit, run.ranks, rank).size();
  }
  switch (run.exercise) {
    case 9:
      set(MemoryCategory::parameters, run.elements);
      set(MemoryCategory::gradients, run.elements);
      set(MemoryCategory::momentum, shard_range(run.elements, run.ranks, rank).size());
      set(MemoryCategory::variance, shard_range(run.elements, run.ranks, rank).size());
      break;
    case 10: set(MemoryCategory::gradients, of_units); break;
    case 11:
      set(MemoryCategory::parameters, of_units);
      set(MemoryCategory::gradients, of_units);
      break;
    default: break;
  }
  return bytes;
}

}  // namespace zerolab::exercises
