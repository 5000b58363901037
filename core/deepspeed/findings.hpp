// What a person should know about the keys of a configuration: those that nothing reads, that do
// nothing here, that cost more than an alternative.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/deepspeed/resolve.hpp"

namespace zerolab {

enum class KeyFindingKind {
  unknown,     // DeepSpeed knows no such key
  deprecated,  // an old spelling
  no_effect,   // known, and nothing follows from it here
  costs_more,  // an alternative moves or keeps less
  cannot_run,  // explained, but `zerolab train` refuses it
  incomplete   // DeepSpeed would ask for more than there is
};
std::string_view to_string(KeyFindingKind kind);  // "unknown", "no effect", …

struct KeyFinding {
  KeyFindingKind kind = KeyFindingKind::unknown;
  std::string key;  // its path
  int line = 0;     // 0: not in the file, the default does it
  std::string sentence;

  friend bool operator==(const KeyFinding&, const KeyFinding&) = default;
};

// In the order of KeyFindingKind, then of the file.
std::vector<KeyFinding> findings_of(const DsConfig& config, const Resolved& resolved);

}  // namespace zerolab
