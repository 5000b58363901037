// .handout.json: what a hand-out was when it was made. It lies in the student's folder, so that an
// update can tell the files that the student edited from those that are as handed out.
//
// No time and no machine is in it: the same course gives the same bytes.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab::exercises {

inline constexpr std::string_view manifest_name = ".handout.json";

struct HandedFile {
  std::string fingerprint;  // of its bytes: fingerprint_of
  bool executable = false;
  friend bool operator==(const HandedFile&, const HandedFile&) = default;
};

struct Manifest {
  std::string version;          // zerolab's, "0.1.0"
  std::string commit;           // of the course; empty where it was not under git
  std::optional<int> revision;  // the commits up to that one: more of them is newer
  bool changed = false;         // files differed from the commit
  std::vector<int> exercises;
  std::string platform;                     // what its compiled parts are for
  bool prebuilt = false;                    // the core is one of them
  std::map<std::string, HandedFile> files;  // by path from the hand-out's folder
  // In a student's folder: new versions that an update laid beside edited files, by path, and their
  // fingerprints.
  std::map<std::string, std::string> beside;

  // "zerolab 0.1.0, revision 301 (a1b2c3d4)"
  std::string title() const;
  friend bool operator==(const Manifest&, const Manifest&) = default;
};

// FNV-1a, 64 bits, as 16 digits.
std::string fingerprint_of(std::string_view bytes);
std::string fingerprint_of_file(const std::filesystem::path& file);

std::string to_json(const Manifest& manifest);

bool is_handout(const std::filesystem::path& folder);

// Of the hand-out in `folder`. Throws an input Error where there is none, where the file is
// damaged, or of a later form than this program reads, and where a path in it leads elsewhere.
Manifest read_manifest(const std::filesystem::path& folder);

}  // namespace zerolab::exercises
