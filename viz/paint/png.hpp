// PNG files: deterministic writing, and reading for comparisons.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "viz/paint/image.hpp"

namespace zerolab {

// The file's bytes. An image that is opaque everywhere is stored as RGB.
std::string encode_png(const Image& image);
// Writes beside, then renames (core/base/files.hpp).
void write_png(const std::filesystem::path& path, const Image& image);

// Throw an input Error where that is not a PNG.
Image decode_png(std::string_view bytes);
Image read_png(const std::filesystem::path& path);

}  // namespace zerolab
