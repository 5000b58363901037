#include "exercises/grader/landlock.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

// The same on all architectures.
constexpr long create_ruleset = 444;
constexpr long add_rule = 445;
constexpr long restrict_self = 446;

constexpr std::uint32_t ask_version = 1;
constexpr int below_path = 1;

struct RulesetAttributes {
  std::uint64_t files = 0;
  std::uint64_t network = 0;  // version 4
  std::uint64_t scopes = 0;   // version 6
};
struct [[gnu::packed]] PathAttributes {
  std::uint64_t allowed = 0;
  std::int32_t parent = -1;
};

namespace right {
// Rights on files, bits 0 to 15; those on folders are all but the first three, 14 and 15.
constexpr std::uint64_t execute = 1U << 0;
constexpr std::uint64_t write_file = 1U << 1;
constexpr std::uint64_t read_file = 1U << 2;
constexpr std::uint64_t read_folder = 1U << 3;
constexpr std::uint64_t make_special =
    (1U << 6) | (1U << 9) | (1U << 10) | (1U << 11) | (1U << 12);  // devices, sockets, links
constexpr std::uint64_t truncate = 1U << 14;                       // version 3
constexpr std::uint64_t file_rights = execute | write_file | read_file | truncate;
constexpr std::uint64_t of_version_1 = (1U << 13) - 1;
constexpr std::uint64_t refer = 1U << 13;           // version 2: rename into another folder
constexpr std::uint64_t device_control = 1U << 15;  // version 5
constexpr std::uint64_t tcp = 0b11;
constexpr std::uint64_t abstract_sockets_and_signals = 0b11;
}  // namespace right

std::uint64_t handled(int version) {
  std::uint64_t rights = right::of_version_1;
  if (version >= 2) rights |= right::refer;
  if (version >= 3) rights |= right::truncate;
  if (version >= 5) rights |= right::device_control;
  return rights;
}

std::uint64_t rights_of(const PathRule& rule) {
  std::uint64_t rights = 0;
  if (rule.read) rights |= right::read_file | right::read_folder;
  if (rule.execute) rights |= right::execute | right::read_file;
  if (rule.write) {
    rights |= (right::of_version_1 & ~right::execute & ~right::make_special & ~right::read_file &
               ~right::read_folder) |
              right::refer | right::truncate;
  }
  return rights;
}

void add(int ruleset, const PathRule& rule, std::uint64_t handled_rights) {
  const int parent = open(rule.path.c_str(), O_PATH | O_CLOEXEC);
  if (parent < 0) return;
  struct stat status {};
  const bool folder = fstat(parent, &status) == 0 && S_ISDIR(status.st_mode);
  PathAttributes attributes{rights_of(rule) & handled_rights, parent};
  if (!folder) attributes.allowed &= right::file_rights;
  const long result = syscall(add_rule, ruleset, below_path, &attributes, 0U);
  const int reason = errno;
  close(parent);
  if (result != 0) {
    throw failure("cannot restrict files to {}: {}", rule.path.string(), std::strerror(reason));
  }
}

}  // namespace

int landlock_version() {
  const long version = syscall(create_ruleset, nullptr, 0UL, ask_version);
  return version > 0 ? static_cast<int>(version) : 0;
}

void restrict_files(const std::vector<PathRule>& rules) {
  const int version = landlock_version();
  RulesetAttributes attributes{handled(version), version >= 4 ? right::tcp : 0,
                               version >= 6 ? right::abstract_sockets_and_signals : 0};
  // A kernel knows the fields of its version, and those before.
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const auto ruleset = static_cast<int>(syscall(create_ruleset, &attributes, size, 0U));
  if (ruleset < 0) throw failure("cannot restrict files: {}", std::strerror(errno));
  for (const PathRule& rule : rules) add(ruleset, rule, attributes.files);
  if (syscall(restrict_self, ruleset, 0U) != 0) {
    throw failure("cannot restrict files: {}", std::strerror(errno));
  }
  close(ruleset);
}

}  // namespace zerolab::exercises
