#include "exercises/program/classroom_json.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;

Json test_of(const ExerciseInfo& exercise, const std::string& group, double score, bool passed,
             const std::string& message) {
  return {{"name", fmt::format("exercise {:02}: {}", exercise.number, group)},
          {"status", passed ? "pass" : "fail"},
          {"score", score},
          {"message", message},
          {"test_code", fmt::format("./lab check {:02}", exercise.number)},
          {"filename", exercise.file},
          {"line_no", 0},
          {"duration", 0}};
}

std::string page_of(const ExerciseInfo& exercise, bool passed, Json tests) {
  return Json{{"version", 1},
              {"status", passed ? "pass" : "fail"},
              {"max_score", exercise.total_points()},
              {"tests", std::move(tests)}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace

std::string classroom_json(const std::string& report, const ExerciseInfo& exercise) {
  const Json json = Json::parse(report);
  Json tests = Json::array();
  for (const Json& group : json.at("groups")) {
    const double most = group.at("max_points").get<double>();
    if (most <= 0) continue;
    const double points = group.at("points").get<double>();
    std::string message;
    for (const Json& finding : group.at("findings")) {
      message += finding.at("sentence").get<std::string>() + "\n";
    }
    tests.push_back(
        test_of(exercise, group.at("group").get<std::string>(), points, points >= most, message));
  }
  return page_of(exercise, json.at("passed").get<bool>(), std::move(tests));
}

std::string classroom_json_of_complaints(const std::string& complaints,
                                         const ExerciseInfo& exercise) {
  return page_of(exercise, false,
                 Json::array({test_of(exercise, "it does not compile", 0, false, complaints)}));
}

}  // namespace zerolab::exercises
