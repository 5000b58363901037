#include "exercises/judge/case.hpp"

#include <algorithm>
#include <charconv>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/base/words.hpp"
#include "core/schedule/layout.hpp"
#include "exercises/judge/input.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

constexpr int max_ranks = 64;
constexpr std::size_t max_elements = std::size_t{1} << 40;  // exercise 6 only counts them

std::string_view name_of(Delivery delivery) {
  switch (delivery) {
    case Delivery::rendezvous: return "rendezvous";
    case Delivery::buffered: return "buffered";
  }
  throw InvariantError("a Delivery without a name");
}

std::string_view name_of(Input input) {
  switch (input) {
    case Input::distinct: return "distinct";
    case Input::origins: return "origins";
    case Input::places: return "places";
    case Input::rounding: return "rounding";
  }
  throw InvariantError("an Input without a name");
}

std::string_view name_of(StatePrecision precision) {
  switch (precision) {
    case StatePrecision::fp32: return "fp32";
    case StatePrecision::mixed: return "mixed";
  }
  throw InvariantError("a StatePrecision without a name");
}

StatePrecision precision_of(std::string_view name) {
  for (const StatePrecision precision : {StatePrecision::fp32, StatePrecision::mixed}) {
    if (name_of(precision) == name) return precision;
  }
  throw input_error("precision '{}': it may be fp32 or mixed", name);
}

Delivery delivery_of(std::string_view name) {
  for (const Delivery delivery : {Delivery::rendezvous, Delivery::buffered}) {
    if (name_of(delivery) == name) return delivery;
  }
  throw input_error("delivery '{}': it may be rendezvous or buffered", name);
}

Input input_of(std::string_view name) {
  for (const Input input : {Input::distinct, Input::origins, Input::places, Input::rounding}) {
    if (name_of(input) == name) return input;
  }
  throw input_error("input '{}': it may be distinct, origins, places or rounding", name);
}

std::uint64_t number(std::string_view field, std::string_view text, std::uint64_t least,
                     std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    throw input_error("{} '{}': it may be {} to {}", field, text, least, most);
  }
  return value;
}

std::vector<std::size_t> sizes(std::string_view field, std::string_view text) {
  std::vector<std::size_t> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(number(field, text.substr(begin, end - begin), 0, max_elements));
    begin = end + 1;
  }
  return values;
}

// The fields of exercises 8 to 14; false: none of them.
bool read_zero_field(std::string_view field, std::string_view value, Case& run) {
  const auto small = [&](std::uint64_t least, std::uint64_t most) {
    return static_cast<int>(number(field, value, least, most));
  };
  if (field == "setting") {
    run.setting = small(0, adamw_settings.size() - 1);
  } else if (field == "step") {
    run.step = small(1, 1'000'000);
  } else if (field == "micro") {
    run.micro_steps = small(1, 16);
  } else if (field == "stage") {
    run.stage = small(0, 3);
  } else if (field == "precision") {
    run.precision = precision_of(value);
  } else if (field == "from") {
    run.from_ranks = small(1, max_ranks);
  } else if (field == "to") {
    run.to_ranks = small(1, max_ranks);
  } else {
    return false;
  }
  return true;
}

void read_field(std::string_view field, std::string_view value, Case& run) {
  if (field == "exercise") {
    run.exercise = static_cast<int>(number(field, value, 1, last_exercise));
  } else if (field == "ranks") {
    run.ranks = static_cast<int>(number(field, value, 1, max_ranks));
  } else if (field == "elements") {
    run.elements = number(field, value, 0, max_elements);
  } else if (field == "tensors") {
    run.tensors = sizes(field, value);
  } else if (field == "bucket") {
    run.bucket_elements = number(field, value, 0, max_elements);
  } else if (field == "collective") {
    run.collective = parse_collective(value);
  } else if (field == "delivery") {
    run.delivery = delivery_of(value);
  } else if (field == "input") {
    run.input = input_of(value);
  } else if (field == "order") {
    run.order_seed = number(field, value, 0, ~std::uint64_t{0});
  } else if (!read_zero_field(field, value, run)) {
    throw input_error(
        "unknown field '{}': a case has exercise, ranks, elements, tensors, bucket, collective, "
        "setting, step, micro, stage, precision, from, to, delivery, input and order",
        field);
  }
}

void check(const Case& run) {
  if (run.exercise == 14 && run.ranks != std::max(run.from_ranks, run.to_ranks)) {
    throw input_error("ranks {}: from {} to {} ranks takes {}, all that have or get a shard",
                      run.ranks, run.from_ranks, run.to_ranks,
                      std::max(run.from_ranks, run.to_ranks));
  }
  if (run.exercise < 7 || run.exercise == 12 || run.exercise == 14) return;
  std::size_t sum = 0;
  for (const std::size_t tensor : run.tensors) sum += tensor;
  if (sum != run.elements) {
    throw input_error("tensors: they have {} elements together, the case has {}", sum,
                      run.elements);
  }
  if (run.exercise > 7) return;
  if (run.bucket_elements == 0) throw input_error("bucket 0: a bucket has at least 1 element");
}

// What the exercise has of its own.
std::string zero_fields(const Case& run) {
  switch (run.exercise) {
    case 8:
    case 9: return fmt::format(" setting={} step={}", run.setting, run.step);
    case 10:
    case 11: return fmt::format(" micro={}", run.micro_steps);
    case 13: return fmt::format(" stage={} precision={}", run.stage, name_of(run.precision));
    case 14: return fmt::format(" from={} to={}", run.from_ranks, run.to_ranks);
    default: return "";
  }
}

std::string plural(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", with_separators(static_cast<std::int64_t>(count)), what,
                     count == 1 ? "" : "s");
}

// Before the number of elements.
std::string zero_words(const Case& run) {
  const auto units = [&](const char* what) { return plural(run.tensors.size(), what) + ", "; };
  const auto of = [](int count, const char* what) {
    return plural(static_cast<std::size_t>(count), what) + ", ";
  };
  switch (run.exercise) {
    case 8: return fmt::format("step {}, setting {}, ", run.step, run.setting);
    case 9: return fmt::format("{}setting {}, ", of(run.step, "step"), run.setting);
    case 10:
    case 11: return units("unit") + of(run.micro_steps, "micro-step");
    case 13:
      return fmt::format("stage {}, {}, {}", run.stage, name_of(run.precision), units("unit"));
    case 14: return fmt::format("from {} to {}", run.from_ranks, of(run.to_ranks, "rank"));
    default: return "";
  }
}

}  // namespace

std::string to_text(const Case& run) {
  std::string text =
      fmt::format("exercise={} ranks={} elements={}", run.exercise, run.ranks, run.elements);
  if (!run.tensors.empty()) {
    text += " tensors=";
    for (std::size_t i = 0; i < run.tensors.size(); ++i) {
      text += fmt::format("{}{}", i == 0 ? "" : ",", run.tensors[i]);
    }
  }
  if (run.bucket_elements > 0) text += fmt::format(" bucket={}", run.bucket_elements);
  if (is_zero(run.exercise)) {
    text += zero_fields(run);
  } else if (run.exercise == 6) {
    text += fmt::format(" collective={}", to_string(run.collective));
  }
  text += fmt::format(" delivery={} input={} order={}", name_of(run.delivery), name_of(run.input),
                      run.order_seed);
  return text;
}

Case parse_case(std::string_view text) {
  Case run;
  for (const std::string_view word : words_of(text)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      throw input_error("'{}': a field of a case is written name=value", word);
    }
    read_field(word.substr(0, equals), word.substr(equals + 1), run);
  }
  check(run);
  return run;
}

std::string describe(const Case& run) {
  std::string text;
  if (run.exercise == 6) text = fmt::format("{}, ", to_string(run.collective));
  text += plural(static_cast<std::size_t>(run.ranks), "rank") + ", ";
  if (run.exercise == 7) {
    return text + fmt::format("{} of {} together, buckets of {}, {}",
                              plural(run.tensors.size(), "tensor"), plural(run.elements, "element"),
                              run.bucket_elements, name_of(run.delivery));
  }
  if (is_zero(run.exercise)) text += zero_words(run);
  text += plural(run.elements, "element");
  if (is_collective(run.exercise)) text += fmt::format(", {}", name_of(run.delivery));
  return text;
}

bool is_collective(int exercise) {
  return exercise != 1 && exercise != 6 && exercise != 8 && exercise != 13;
}

bool is_zero(int exercise) {
  return exercise >= 8;
}

std::vector<Range> spans_of(const Case& run, int rank) {
  std::vector<std::size_t> lengths;
  if (is_zero(run.exercise)) {
    for (const ZeroSpan& span : zero_spans(run, rank)) lengths.push_back(span.elements);
  } else if (run.exercise == 2) {
    lengths = {run.elements, run.elements};
  } else if (run.exercise == 7) {
    lengths = run.tensors;
  } else if (is_collective(run.exercise)) {
    lengths = {run.elements};
  }
  std::vector<Range> spans;
  std::size_t begin = guard_elements;
  for (const std::size_t length : lengths) {
    spans.push_back({begin, begin + length});
    begin += length + guard_elements;
  }
  return spans;
}

std::vector<std::span<float>> spans_in(const Case& run, int rank, std::span<float> block) {
  std::vector<std::span<float>> spans;
  for (const Range& span : spans_of(run, rank)) {
    spans.push_back(block.subspan(span.begin, span.size()));
  }
  return spans;
}

std::size_t block_elements(const Case& run, int rank) {
  const std::vector<Range> spans = spans_of(run, rank);
  if (spans.empty()) return is_collective(run.exercise) ? guard_elements : 0;
  return spans.back().end + guard_elements;
}

std::size_t largest_block_elements(const Case& run) {
  std::size_t most = 0;
  for (int rank = 0; rank < run.ranks; ++rank) most = std::max(most, block_elements(run, rank));
  return most;
}

std::vector<float> input_block(const Case& run, int rank) {
  std::vector<float> block(block_elements(run, rank));
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = guard_word(run, rank, i);
  const std::vector<Range> spans = spans_of(run, rank);
  const Range own = ChunkLayout{run.elements, run.ranks}.range(rank);
  std::size_t element = 0;  // of the tensors laid end to end
  for (std::size_t s = 0; s < spans.size(); ++s) {
    for (std::size_t i = 0; i < spans[s].size(); ++i) {
      float& value = block[spans[s].begin + i];
      if (is_zero(run.exercise)) {
        value = zero_input(run, rank, s, i);
        continue;
      }
      const bool held = run.exercise == 2   ? s == 0
                        : run.exercise == 4 ? own.begin <= i && i < own.end
                                            : true;
      value = held ? input_value(run, rank, element + i) : unreadable();
    }
    element += spans[s].size();
  }
  return block;
}

}  // namespace zerolab::exercises
