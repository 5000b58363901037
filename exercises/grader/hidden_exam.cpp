#include "exercises/grader/hidden_exam.hpp"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/hash.hpp"

namespace zerolab::exercises {

namespace {

std::uint64_t seed_of(std::string_view secret, const ExerciseInfo& exercise) {
  Fnv1a hash;
  hash.add(secret.data(), secret.size());
  return mix(hash.value() + mix(static_cast<std::uint64_t>(exercise.number)));
}

struct ExamFile {
  std::vector<ExamCase> cases;
  int drawn = 1;
};

ExamFile read_exam(const std::filesystem::path& file, const ExerciseInfo& exercise) {
  ExamFile exam;
  try {
    const nlohmann::json json =
        nlohmann::json::parse(read_file(file), nullptr, true, /*ignore_comments=*/true);
    for (const auto& [name, value] : json.items()) {
      if (name == "drawn") {
        exam.drawn = value.get<int>();
      } else if (name != "cases") {
        throw input_error("unknown field '{}': there are cases and drawn", name);
      }
    }
    const nlohmann::json groups = json.value("cases", nlohmann::json::object());
    for (const auto& [group, cases] : groups.items()) {
      for (const auto& text : cases) {
        const std::string words =
            fmt::format("exercise={} {}", exercise.number, text.get<std::string>());
        exam.cases.push_back({parse_group(group), parse_case(words), std::nullopt});
      }
    }
  } catch (const std::exception& error) {
    throw input_error("{}: {}", file.string(), error.what());
  }
  return exam;
}

constexpr std::size_t shortest_secret = 16;  // characters; shorter ones can be tried out

// What comes through a pipe is no file that others could open.
void warn_if_others_can_read(const std::filesystem::path& file) {
  const auto others = std::filesystem::perms::group_all | std::filesystem::perms::others_all;
  const std::filesystem::file_status status = std::filesystem::status(file);
  if ((status.permissions() & others) == std::filesystem::perms::none) return;
  if (!std::filesystem::is_regular_file(status)) return;
  fmt::print(stderr, "lab: {} is open to other users, mode {:03o}: chmod 600 {}\n", file.string(),
             static_cast<unsigned>(status.permissions()), file.string());
}

}  // namespace

std::string read_secret(const std::filesystem::path& file) {
  std::string secret = read_file(file);
  while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) secret.pop_back();
  if (secret.size() < shortest_secret) {
    throw input_error(
        "{}: the secret has {} characters, and needs at least {}; make one: (umask 077; head -c 32 "
        "/dev/urandom | base64 > {})",
        file.string(), secret.size(), shortest_secret, file.string());
  }
  warn_if_others_can_read(file);
  return secret;
}

bool has_large_buffer(const Case& run, const ExerciseInfo& exercise) {
  return is_collective(run.exercise) &&
         static_cast<std::int64_t>(run.elements * sizeof(float)) >= 2 * exercise.peak_slack_bytes;
}

Exam hidden_exam(const std::filesystem::path& hidden, const ExerciseInfo& exercise,
                 std::string_view secret) {
  const std::uint64_t seed = seed_of(secret, exercise);
  const std::filesystem::path file = hidden / exercise.label() / "exam.json";
  ExamFile listed;
  if (std::filesystem::exists(file)) listed = read_exam(file, exercise);
  Exam exam{exercise.number, exercise.points, std::move(listed.cases)};
  for (int i = 0; i < listed.drawn; ++i) {
    const Exam drawn =
        drawn_exam(exercise.number, exercise.points, mix(seed + static_cast<std::uint64_t>(i)));
    exam.cases.insert(exam.cases.end(), drawn.cases.begin(), drawn.cases.end());
  }
  for (std::size_t i = 0; i < all_groups.size(); ++i) {
    const auto of_group = [&](const ExamCase& one) { return one.group == all_groups[i]; };
    if (exam.weights[i] > 0 && std::ranges::none_of(exam.cases, of_group)) {
      throw input_error("{}: there is no case of {}, which has {:g} points", file.string(),
                        to_string(all_groups[i]), exam.weights[i]);
    }
  }
  std::uint64_t place = 0;
  for (ExamCase& one : exam.cases) {
    one.run.order_seed = mix(seed ^ mix(one.run.order_seed + ++place * 1'000'003));
    if (one.group == Group::memory && has_large_buffer(one.run, exercise)) {
      one.peak_limit_bytes =
          exercise.peak_slack_bytes +
          static_cast<std::int64_t>(exercise.peak_share *
                                    static_cast<double>(one.run.elements * sizeof(float)));
    }
  }
  return exam;
}

}  // namespace zerolab::exercises
