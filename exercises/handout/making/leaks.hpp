// Finds the text of solutions, hidden tests and mutants in what is to be handed out.
//
// A passage is three significant lines that follow each other: comments, blanks, brackets, plain
// declarations, #includes and the like do not count, so that neither another layout nor a changed
// comment hides one. Three lines that the student is given anyway, in the file to edit or its
// header, are none. Renamed variables are not seen through.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab::exercises {

struct Leak {
  std::string path;  // of what would be handed out
  int line = 0;
  std::string secret;  // the file whose text it is
  int secret_line = 0;
};

class Secrets {
 public:
  // A file whose text must not be handed out.
  void add(std::string_view path, std::string_view text);

  // What students are given by intention: its passages are no longer secret.
  void give(std::string_view text);

  // The leaks of one file, one per stretch of lines.
  std::vector<Leak> find_in(std::string_view path, std::string_view text) const;

  std::size_t passages() const { return passages_.size(); }

 private:
  struct Origin {
    std::string path;
    int line = 0;
  };
  std::map<std::string, Origin, std::less<>> passages_;
};

// "core/a.cpp line 7 has what solutions/01-shard/shard.cpp has from line 15 on"
std::string to_string(const Leak& leak);

}  // namespace zerolab::exercises
