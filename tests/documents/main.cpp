// zerolab_check_document ROOT PROGRAM DOCUMENT: runs the commands of ROOT/DOCUMENT with PROGRAM as
// zerolab, and compares what they print. Exit status 0 if all is as the document says, 1 if not.
#include <cstdio>
#include <filesystem>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/documents/document.hpp"
#include "tests/documents/run.hpp"

int main(int argc, char* argv[]) {
  using namespace zerolab;
  if (argc != 4) {
    fmt::print(stderr, "usage: {} ROOT PROGRAM DOCUMENT\n", argv[0]);
    return 2;
  }
  try {
    const std::filesystem::path root = argv[1];
    const std::string name = argv[3];
    const documents::Document document = documents::parse(read_file(root / name));
    const documents::Playground playground(root, argv[2]);
    const std::string findings = documents::check(name, document, playground);
    fmt::print("{}{}: {} commands run\n", findings, name, document.commands.size());
    return findings.empty() ? 0 : 1;
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
