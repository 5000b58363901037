#include "exercises/program/progress_file.hpp"

#include <ctime>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/program/file_lock.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int version = 1;

Error damaged(const fs::path& file, const std::string& reason) {
  return input_error(
      "{}: {}. It holds your progress, nothing else: move it away to begin a new one",
      file.string(), reason);
}

Json read_json(const fs::path& file) {
  if (!fs::exists(file)) return {{"version", version}, {"exercises", Json::object()}};
  try {
    Json json = Json::parse(read_file(file));
    const int found = json.at("version").get<int>();
    if (found != version) {
      throw damaged(file, fmt::format("it has version {}, this program reads {}", found, version));
    }
    if (!json.at("exercises").is_object()) throw damaged(file, "\"exercises\" is not an object");
    return json;
  } catch (const nlohmann::json::exception& error) {
    throw damaged(file, fmt::format("not a progress file ({})", error.what()));
  }
}

ExerciseProgress from_json(const fs::path& file, const std::string& label, const Json& json) {
  try {
    return {json.value("checks", 0),       json.value("best_points", 0.0),
            json.value("max_points", 0.0), json.value("passed_at", std::string()),
            json.value("hints", 0),        json.value("saw_solution", false)};
  } catch (const nlohmann::json::exception& error) {
    throw damaged(file, fmt::format("exercise {} ({})", label, error.what()));
  }
}

}  // namespace

CourseProgress read_progress(const fs::path& file) {
  CourseProgress progress;
  const Json json = read_json(file);
  for (const auto& [label, entry] : json.at("exercises").items()) {
    progress[label] = from_json(file, label, entry);
  }
  return progress;
}

void update_progress(const fs::path& file, const std::string& label,
                     const std::function<void(ExerciseProgress&)>& change) {
  const FileLock lock(file.string() + ".lock");
  Json json = read_json(file);
  Json& entry = json["exercises"][label];
  if (!entry.is_object()) entry = Json::object();
  ExerciseProgress progress = from_json(file, label, entry);
  change(progress);
  entry["checks"] = progress.checks;
  entry["best_points"] = progress.best_points;
  entry["max_points"] = progress.max_points;
  entry["passed_at"] = progress.passed_at;
  entry["hints"] = progress.hints;
  entry["saw_solution"] = progress.saw_solution;
  write_file(file, json.dump(2) + "\n");
}

std::string minute_now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local)};
}

}  // namespace zerolab::exercises
