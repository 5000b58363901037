#include "exercises/grader/job.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

struct JobHead {
  std::int64_t rank = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t block_elements = 0;
};

struct AnswerHead {
  std::uint64_t numbers = 0;
  std::uint64_t block_elements = 0;
};
constexpr std::uint64_t most_numbers = 16;

void write_all(int file, const void* data, std::size_t size_bytes) {
  const char* bytes = static_cast<const char*>(data);
  while (size_bytes > 0) {
    const ssize_t count = write(file, bytes, size_bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw failure("cannot write a job: {}", std::strerror(errno));
    bytes += count;
    size_bytes -= static_cast<std::size_t>(count);
  }
}

void read_all(int file, void* data, std::size_t size_bytes) {
  char* bytes = static_cast<char*>(data);
  while (size_bytes > 0) {
    const ssize_t count = read(file, bytes, size_bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw failure("the job ends early");
    bytes += count;
    size_bytes -= static_cast<std::size_t>(count);
  }
}

void append(std::vector<std::byte>& bytes, const void* data, std::size_t size_bytes) {
  const auto* begin = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), begin, begin + size_bytes);
}

constexpr std::string_view first_line(Failing failing) {
  switch (failing) {
    case Failing::not_written: return "not written";
    case Failing::no_memory: return "no memory";
    case Failing::threw: return "threw";
  }
  return {};
}

}  // namespace

Case visible_part(const Case& run) {
  Case visible = run;
  visible.order_seed = 0;
  visible.input = Input::distinct;
  visible.delivery = Delivery::rendezvous;
  return visible;
}

int make_job_file(const Job& job) {
  const int file = memfd_create("job", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) throw failure("cannot make a job: {}", std::strerror(errno));
  try {
    const std::string text = to_text(job.run);
    const JobHead head{job.rank, text.size(), job.block.size()};
    write_all(file, &head, sizeof head);
    write_all(file, text.data(), text.size());
    write_all(file, job.block.data(), job.block.size() * sizeof(float));
    const bool sealed = lseek(file, 0, SEEK_SET) == 0 &&
                        fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK) == 0;
    if (!sealed) throw failure("cannot seal a job: {}", std::strerror(errno));
  } catch (...) {
    close(file);
    throw;
  }
  return file;
}

Job read_job(int file) {
  JobHead head;
  read_all(file, &head, sizeof head);
  std::string text(head.text_bytes, ' ');
  read_all(file, text.data(), text.size());
  Job job{static_cast<int>(head.rank), parse_case(text), std::vector<float>(head.block_elements)};
  read_all(file, job.block.data(), job.block.size() * sizeof(float));
  return job;
}

std::vector<std::byte> to_bytes(const Answer& answer) {
  const AnswerHead head{answer.numbers.size(), answer.block.size()};
  std::vector<std::byte> bytes;
  bytes.reserve(sizeof head + answer.numbers.size() * sizeof(std::int64_t) +
                answer.block.size() * sizeof(float));
  append(bytes, &head, sizeof head);
  append(bytes, answer.numbers.data(), answer.numbers.size() * sizeof(std::int64_t));
  append(bytes, answer.block.data(), answer.block.size() * sizeof(float));
  return bytes;
}

std::optional<Answer> parse_answer(std::span<const std::byte> bytes, const Case& run, int rank) {
  AnswerHead head;
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  bytes = bytes.subspan(sizeof head);
  if (head.numbers > most_numbers || head.block_elements != block_elements(run, rank)) {
    return std::nullopt;
  }
  Answer answer{std::vector<std::int64_t>(head.numbers), std::vector<float>(head.block_elements)};
  const std::size_t number_bytes = head.numbers * sizeof(std::int64_t);
  const std::size_t block_bytes = head.block_elements * sizeof(float);
  if (bytes.size() != number_bytes + block_bytes) return std::nullopt;
  if (number_bytes > 0) std::memcpy(answer.numbers.data(), bytes.data(), number_bytes);
  if (block_bytes > 0) {
    std::memcpy(answer.block.data(), bytes.data() + number_bytes, block_bytes);
  }
  return answer;
}

std::string to_text(Failing failing, const std::string& what) {
  return std::string(first_line(failing)) + "\n" + what;
}

Failure parse_failure(const std::string& text) {
  const std::size_t line = text.find('\n');
  for (const Failing failing : {Failing::not_written, Failing::no_memory, Failing::threw}) {
    if (line != std::string::npos && text.compare(0, line, first_line(failing)) == 0) {
      return {failing, text.substr(line + 1)};
    }
  }
  return {Failing::threw, text};
}

}  // namespace zerolab::exercises
