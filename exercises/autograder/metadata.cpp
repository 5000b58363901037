#include "exercises/autograder/metadata.hpp"

#include <algorithm>
#include <vector>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;

std::string text_at(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? printable(found->get<std::string>()) : "";
}

std::string names_of(const Json& metadata) {
  std::vector<std::string> names;
  for (const Json& user : metadata.value("users", Json::array())) {
    const std::string name = text_at(user, "name");
    if (!name.empty()) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// Times are of ISO 8601; with the same offset ("-07:00") the order of texts is that of times. With
// other offsets nothing is said.
bool is_later(const std::string& a, const std::string& b) {
  constexpr std::size_t offset = 6;
  return a.size() > offset && a.size() == b.size() &&
         a.substr(a.size() - offset) == b.substr(b.size() - offset) && a > b;
}

std::string earlier_words(const Json& metadata) {
  const Json earlier = metadata.value("previous_submissions", Json::array());
  if (earlier.empty()) return "the first submission";
  double best = 0;
  for (const Json& one : earlier) {
    const auto score = one.find("score");
    if (score == one.end()) continue;
    if (score->is_number()) best = std::max(best, score->get<double>());
    if (score->is_string()) best = std::max(best, std::atof(score->get<std::string>().c_str()));
  }
  return fmt::format("{} submission{} before this one, the best with {:g} points", earlier.size(),
                     earlier.size() == 1 ? "" : "s", best);
}

std::string lines_of(const Json& metadata) {
  const Json assignment = metadata.value("assignment", Json::object());
  const std::string created = text_at(metadata, "created_at");
  const std::string due = text_at(assignment, "due_date");
  std::string first = text_at(assignment, "title");
  const std::string names = names_of(metadata);
  if (!names.empty()) first += (first.empty() ? "" : ", ") + names;
  std::string lines = first.empty() ? "" : first + "\n";
  if (!created.empty()) {
    lines += fmt::format("handed in {}{}; {}\n", created,
                         is_later(created, due) ? fmt::format(", after the due date {}", due) : "",
                         earlier_words(metadata));
  }
  return lines.empty() ? "" : lines + "\n";
}

}  // namespace

std::string metadata_lines(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return "";
  try {
    return lines_of(Json::parse(read_file(file)));
  } catch (const std::exception&) {
    return fmt::format("{} cannot be read; graded without it\n\n", file.filename().string());
  }
}

}  // namespace zerolab::exercises
