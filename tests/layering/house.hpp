// The house as data: who may include whom, which vendor's header may appear where, which files may
// hold a feature #if, and what may lie at the top of the repository. The table is the one of
// core/README.md, row by row; rules.cpp checks the tree against it.
//
// A place is a path from the repository root: a folder with all below it, or one file.
#pragma once

#include <string_view>
#include <vector>

namespace zerolab::layering {

struct Layer {
  std::string_view place;
  std::vector<std::string_view> may_include;  // places, besides the layer itself
};

// Ordered as one reads it, from the ground up. Tests are free to include anything.
const std::vector<Layer>& layers();

// A folder with backends: each subfolder is one. Only its registry, and the layers named, know a
// backend's headers; all others use the interface beside the registry.
struct BackendFolder {
  std::string_view place;
  std::string_view registry;
  std::vector<std::string_view> also_known_to;
};

const std::vector<BackendFolder>& backend_folders();

struct VendorHeader {
  std::string_view pattern;  // an ECMAScript regex for the whole name
  std::vector<std::string_view> allowed_in;
};

const std::vector<VendorHeader>& vendor_headers();

// The files that may ask #if ZEROLAB_….
const std::vector<std::string_view>& feature_files();

// Names at the top of the repository; names that open with a dot are allowed besides.
const std::vector<std::string_view>& top_level_names();

// Endings of what our programs write: people run them at the top of the repository.
const std::vector<std::string_view>& output_endings();

}  // namespace zerolab::layering
