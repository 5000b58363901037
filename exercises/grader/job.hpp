// What the grader tells a rank, and what the rank answers.
//
// A rank learns what its function must be given, and no more: not the seed that the other ranks'
// numbers come from, nor how messages are delivered. It is told through a file in memory, so that
// the grader never waits for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

// Descriptors of a rank: 0, 1 and 2 are /dev/null.
inline constexpr int rank_socket = 3;
inline constexpr int rank_job = 4;

struct Job {
  int rank = 0;
  Case run;                  // as visible_part leaves it
  std::vector<float> block;  // case.hpp: what the rank starts with
};

Case visible_part(const Case& run);

// A file in memory that nobody can change, from its beginning; the caller closes it. Throws a
// failure.
int make_job_file(const Job& job);

// Reads it to the end. Throws a failure where it is none.
Job read_job(int file);

// What a rank says at its end.
struct Answer {
  std::vector<std::int64_t> numbers;
  std::vector<float> block;
};
std::vector<std::byte> to_bytes(const Answer& answer);

// None where the bytes are no answer with as many elements as that rank has in the case.
std::optional<Answer> parse_answer(std::span<const std::byte> bytes, const Case& run, int rank);

// Why a rank's function did not return: the first line of what it fails with.
enum class Failing { not_written, no_memory, threw };
std::string to_text(Failing failing, const std::string& what);
struct Failure {
  Failing failing = Failing::threw;
  std::string what;
};
Failure parse_failure(const std::string& text);

}  // namespace zerolab::exercises
