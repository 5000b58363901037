// A fresh folder under the system's temporary one, removed with everything in it at the end.
//
//   include/   the given headers         read by the compiler
//   NAME.cpp   the answer                read by the compiler
//   rank.o     the trusted half          read by the linker
//   earlier.a  the earlier exercises     read by the linker
//   build/     what these make           written by them, and by nobody else
#pragma once

#include <filesystem>
#include <string_view>

#include <sys/types.h>

namespace zerolab::exercises {

class PrivateTree {
 public:
  // `writer` owns build/; the caller where it is the same user. Throws a failure.
  explicit PrivateTree(uid_t writer);
  ~PrivateTree();
  PrivateTree(const PrivateTree&) = delete;
  PrivateTree& operator=(const PrivateTree&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path build() const { return path_ / "build"; }

  // `name` may hold folders, which are made.
  void add(const std::filesystem::path& name, std::string_view content);

  // Moves build/NAME, where it is a regular file, out of the writer's reach, as a program that
  // anybody may run. Throws a failure.
  std::filesystem::path take_program(std::string_view name);

 private:
  std::filesystem::path path_;
};

}  // namespace zerolab::exercises
