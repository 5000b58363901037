// Which files a process may open: Landlock, by its three system calls.
//
// Written from the kernel's documentation (Documentation/userspace-api/landlock.rst), with its
// numbers, so that a build needs no new header; the kernel says at run time how much of it it has.
#pragma once

#include <filesystem>
#include <vector>

namespace zerolab::exercises {

// A file, or a folder with everything below it.
struct PathRule {
  std::filesystem::path path;
  bool read = true;
  bool write = false;  // also make and remove, in a folder
  bool execute = false;
};

// The version of the kernel's Landlock; 0: it has none.
int landlock_version();

// From here on this process, and what it starts, opens and runs only what the rules name, and,
// as far as the version goes, uses no TCP and signals nobody outside. Rules for what does not exist
// are left out. Needs no_new_privs. Throws an Error.
void restrict_files(const std::vector<PathRule>& rules);

}  // namespace zerolab::exercises
