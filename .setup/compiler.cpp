// The g++ in .deps/tree/bin: starts the one that was unpacked into ../usr/bin. That one finds its
// own parts beside itself, but neither the C library's headers and start files, nor the libraries
// that its parts need to run. A program rather than a script, since the grader starts its compiler
// by a descriptor that is closed meanwhile, which a script cannot bear.
//
// Compiled by unpack.sh, with the compiler that it starts; TRIPLET is "x86_64-linux-gnu" or the
// like. Works wherever .deps/ lies. Exit status: that of g++; 1 if it cannot be started.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  const std::string called = argc > 0 ? argv[0] : "";
  const bool by_path = called.find('/') != std::string::npos;
  const fs::path tree =
      fs::canonical(by_path ? called : "/proc/self/exe").parent_path().parent_path();
  const std::string usr = tree / "usr";
  const std::vector<std::string> libraries{usr + "/lib/" TRIPLET, tree / "lib" / TRIPLET};

  std::string path = libraries[0] + ":" + libraries[1];
  if (const char* given = std::getenv("LD_LIBRARY_PATH")) path += std::string(":") + given;
  setenv("LD_LIBRARY_PATH", path.c_str(), 1);

  // -B: where its parts are, the last for those that the system has of the same version. The C
  // library's headers come last, since those of C++ include the next of the same name.
  std::vector<std::string> words{usr + "/bin/g++", "-B" + usr + "/bin/", "-B" + usr + "/lib/gcc/",
                                 "-B/usr/lib/gcc/"};
  for (const std::string& folder : libraries) words.push_back("-L" + folder);
  for (const std::string& folder : {usr + "/include/" TRIPLET, usr + "/include"}) {
    words.insert(words.end(), {"-idirafter", folder});
  }
  for (int i = 1; i < argc; ++i) words.emplace_back(argv[i]);

  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(words[0].c_str(), arguments.data());
  std::perror(words[0].c_str());
  return 1;
}
