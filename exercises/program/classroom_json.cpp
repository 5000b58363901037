#include "exercises/program/classroom_json.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "exercises/check/classroom.hpp"

namespace zerolab::exercises {

namespace {

ClassroomTest test_of(const ExerciseInfo& exercise, const std::string& group, double score,
                      bool passed, std::string message) {
  return {fmt::format("exercise {:02}: {}", exercise.number, group),
          score,
          passed,
          std::move(message),
          fmt::format("./lab check {:02}", exercise.number),
          exercise.file};
}

}  // namespace

std::string classroom_json(const std::string& report, const ExerciseInfo& exercise) {
  const auto json = nlohmann::ordered_json::parse(report);
  std::vector<ClassroomTest> tests;
  for (const auto& group : json.at("groups")) {
    const double most = group.at("max_points").get<double>();
    if (most <= 0) continue;
    const double points = group.at("points").get<double>();
    std::string message;
    for (const auto& finding : group.at("findings")) {
      message += finding.at("sentence").get<std::string>() + "\n";
    }
    tests.push_back(test_of(exercise, group.at("group").get<std::string>(), points, points >= most,
                            std::move(message)));
  }
  return classroom_report(json.at("passed").get<bool>(), exercise.total_points(), tests);
}

std::string classroom_json_of_complaints(const std::string& complaints,
                                         const ExerciseInfo& exercise) {
  return classroom_report(false, exercise.total_points(),
                          {test_of(exercise, "it does not compile", 0, false, complaints)});
}

}  // namespace zerolab::exercises
