// Reads exercise.json. A field that nobody knows is an error: it is most likely a misspelt one.
//
//   {
//     // a comment
//     "title": "Reduce-scatter round a ring",
//     "file": "reduce_scatter.cpp",
//     "points": {"values": 40, "counts": 20, "deadlock": 20, "edges": 15, "memory": 5},
//     "prerequisites": [1, 2],
//     "limits": {"cpu_seconds": 5, "memory_bytes": 256000000,
//                "peak_share": 1, "peak_slack_bytes": 2000000},
//     "hints": ["…", "…", "…"]
//   }
//
// title, file and points must be there. Groups without points have none; limits are those of
// ExerciseInfo unless given.
#include "exercises/catalog/catalog.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <system_error>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> group_names{"values", "counts", "deadlock", "edges",
                                                      "memory"};
constexpr std::size_t max_hints = 3;

// One object of the file, and where it is for messages: "exercise.json: limits".
class Fields {
 public:
  Fields(const Json& json, std::string where, std::initializer_list<std::string_view> known)
      : json_(json), where_(std::move(where)) {
    if (!json.is_object()) throw input_error("{} must be an object in braces", where_);
    for (const auto& [name, value] : json.items()) {
      if (std::ranges::find(known, name) == known.end()) {
        throw input_error("{}: unknown field '{}': there are {}", where_, name,
                          fmt::join(known, ", "));
      }
    }
  }

  const Json* find(std::string_view name) const {
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }

  const Json& at(std::string_view name) const {
    if (const Json* value = find(name)) return *value;
    throw input_error("{}: the field '{}' is missing", where_, name);
  }

  std::string text(std::string_view name) const { return text(at(name), name); }

  std::string text(const Json& value, std::string_view name) const {
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
      throw input_error("{}: '{}' must be a text, and is {}", where_, name, value.dump());
    }
    return value.get<std::string>();
  }

  // At least `least`; `otherwise` where the field is missing.
  double number(std::string_view name, double otherwise, double least) const {
    const Json* value = find(name);
    if (!value) return otherwise;
    if (!value->is_number() || value->get<double>() < least) {
      throw input_error("{}: '{}' must be a number of at least {}, and is {}", where_, name, least,
                        value->dump());
    }
    return value->get<double>();
  }

  std::int64_t whole(std::string_view name, std::int64_t otherwise, std::int64_t least) const {
    const Json* value = find(name);
    if (!value) return otherwise;
    if (!value->is_number_integer() || value->get<std::int64_t>() < least) {
      throw input_error("{}: '{}' must be a whole number of at least {}, and is {}", where_, name,
                        least, value->dump());
    }
    return value->get<std::int64_t>();
  }

  // None where the field is missing.
  std::vector<Json> list(std::string_view name) const {
    const Json* value = find(name);
    if (!value) return {};
    if (!value->is_array()) {
      throw input_error("{}: '{}' must be a list in brackets, and is {}", where_, name,
                        value->dump());
    }
    return {value->begin(), value->end()};
  }

  const std::string& where() const { return where_; }

 private:
  const Json& json_;
  std::string where_;
};

void read_points(const Fields& file, ExerciseInfo& info) {
  const Fields points(
      file.at("points"), file.where() + ": points",
      {group_names[0], group_names[1], group_names[2], group_names[3], group_names[4]});
  for (std::size_t group = 0; group < group_names.size(); ++group) {
    info.points[group] = points.number(group_names[group], 0, 0);
  }
  if (info.total_points() <= 0) throw input_error("{} are none in all", points.where());
}

void read_limits(const Fields& file, ExerciseInfo& info) {
  const Json* json = file.find("limits");
  if (!json) return;
  const Fields limits(*json, file.where() + ": limits",
                      {"cpu_seconds", "memory_bytes", "peak_share", "peak_slack_bytes"});
  info.cpu_seconds = limits.number("cpu_seconds", info.cpu_seconds, 0.1);
  info.memory_bytes = limits.whole("memory_bytes", info.memory_bytes, 1'000'000);
  info.peak_share = limits.number("peak_share", info.peak_share, 0);
  info.peak_slack_bytes = limits.whole("peak_slack_bytes", info.peak_slack_bytes, 0);
}

void read_prerequisites(const Fields& file, ExerciseInfo& info) {
  for (const Json& earlier : file.list("prerequisites")) {
    if (!earlier.is_number_integer() || earlier.get<int>() < 1 ||
        earlier.get<int>() >= info.number) {
      throw input_error("{}: 'prerequisites' are numbers of earlier exercises, not {}",
                        file.where(), earlier.dump());
    }
    info.prerequisites.push_back(earlier.get<int>());
  }
}

void read_hints(const Fields& file, ExerciseInfo& info) {
  for (const Json& hint : file.list("hints")) info.hints.push_back(file.text(hint, "hints"));
  if (info.hints.size() > max_hints) {
    throw input_error("{}: {} hints: at most {}, from gentle to telling", file.where(),
                      info.hints.size(), max_hints);
  }
}

Json parse(const fs::path& path) {
  constexpr bool throws = true;
  constexpr bool with_comments = true;
  try {
    return Json::parse(read_file(path), nullptr, throws, with_comments);
  } catch (const Json::parse_error& error) {
    throw input_error("{}: not JSON at byte {}: {}", path.string(), error.byte, error.what());
  }
}

ExerciseInfo read_exercise(const fs::path& folder, int number, std::string_view name) {
  const fs::path path = folder / "exercise.json";
  const Json json = parse(path);
  const Fields file(json, path.string(),
                    {"title", "file", "points", "prerequisites", "limits", "hints"});
  ExerciseInfo info;
  info.number = number;
  info.name = name;
  info.folder = folder;
  info.title = file.text("title");
  info.file = file.text("file");
  // It is put behind the names of folders, also by the grader.
  if (fs::path(info.file).filename() != info.file || info.file.starts_with('.')) {
    throw input_error("{}: 'file' must be the name of a file of this folder, and is '{}'",
                      file.where(), info.file);
  }
  read_points(file, info);
  read_prerequisites(file, info);
  read_limits(file, info);
  read_hints(file, info);
  return info;
}

std::optional<int> number_of(std::string_view digits) {
  int number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (digits.empty() || error != std::errc{} || stop != end || number < 0) return std::nullopt;
  return number;
}

// 3 where `folder` is called "03-something".
std::optional<int> number_of_folder(std::string_view folder) {
  if (folder.size() < 4 || folder[2] != '-') return std::nullopt;
  return number_of(folder.substr(0, 2));
}

std::string numbers_of(const std::vector<ExerciseInfo>& catalog) {
  std::vector<int> numbers;
  for (const ExerciseInfo& exercise : catalog) numbers.push_back(exercise.number);
  return in_words(numbers);
}

// A folder with neither is what an update of a hand-out left: a student's answer to an exercise
// that the course no longer has.
bool holds_exercise(const fs::path& folder) {
  return fs::exists(folder / "exercise.json") || fs::exists(folder / "visible_test.cpp");
}

}  // namespace

std::string in_words(const std::vector<int>& numbers) {
  std::vector<std::string> runs;
  for (std::size_t begin = 0; begin < numbers.size();) {
    std::size_t end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    runs.push_back(fmt::format("{:02}", numbers[begin]));
    if (end - begin == 2) runs.push_back(fmt::format("{:02}", numbers[end - 1]));
    if (end - begin > 2) runs.back() += fmt::format(" to {:02}", numbers[end - 1]);
    begin = end;
  }
  return fmt::format("{}", fmt::join(runs, ", "));
}

double ExerciseInfo::total_points() const {
  return std::accumulate(points.begin(), points.end(), 0.0);
}

std::string ExerciseInfo::label() const {
  return fmt::format("{:02}-{}", number, name);
}

std::vector<ExerciseInfo> read_catalog(const fs::path& root) {
  const fs::path exercises = root / "exercises";
  std::error_code error;
  fs::directory_iterator entries(exercises, error);
  if (error) throw input_error("cannot read {}: {}", exercises.string(), error.message());
  std::vector<ExerciseInfo> catalog;
  for (const fs::directory_entry& entry : entries) {
    const std::string folder = entry.path().filename().string();
    const std::optional<int> number = number_of_folder(folder);
    if (number && entry.is_directory() && holds_exercise(entry.path())) {
      catalog.push_back(read_exercise(entry.path(), *number, std::string_view(folder).substr(3)));
    }
  }
  if (catalog.empty()) {
    throw input_error("{} has no exercises: their folders are called NN-name", exercises.string());
  }
  std::ranges::sort(catalog, {}, &ExerciseInfo::number);
  const auto twice = std::ranges::adjacent_find(catalog, {}, &ExerciseInfo::number);
  if (twice != catalog.end()) {
    throw input_error("{} has two exercises {:02}: {} and {}", exercises.string(), twice->number,
                      twice->name, std::next(twice)->name);
  }
  return catalog;
}

const ExerciseInfo& find_exercise(const std::vector<ExerciseInfo>& catalog, std::string_view word) {
  const std::optional<int> number = number_of(word);
  const auto found = std::ranges::find_if(catalog, [&](const ExerciseInfo& info) {
    return number == info.number || word == info.name || word == info.label();
  });
  if (found != catalog.end()) return *found;
  if (number) {
    throw input_error("there is no exercise {:02}; there are {}", *number, numbers_of(catalog));
  }
  throw input_error("there is no exercise '{}'; there are {} (lab exercises lists them)", word,
                    numbers_of(catalog));
}

}  // namespace zerolab::exercises
