// PNG by zlib, with chunks as in the PNG specification (W3C, third edition), section 5. Rows are
// not filtered (section 9): pictures of flat areas and repeated glyphs get a quarter smaller that
// way than with the filter "Up", for deflate finds the repetitions.
#include "viz/paint/png.hpp"

#include <array>
#include <memory>

#include <stb_image.h>
#include <zlib.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab {
namespace {

void append_big_endian(std::string& bytes, std::size_t value) {
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 0xFF);
}

const Bytef* as_bytes(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

// Length, name and data, and the checksum of the last two.
void append_chunk(std::string& file, const std::string& name, const std::string& data) {
  append_big_endian(file, data.size());
  const std::string checked = name + data;
  file += checked;
  append_big_endian(file, crc32(0, as_bytes(checked), static_cast<uInt>(checked.size())));
}

bool is_opaque(const Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 255) return false;
  }
  return true;
}

// Each row after the number of its filter.
std::string rows_of(const Image& image, std::size_t channel_count) {
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  std::string rows;
  rows.reserve(height * (1 + width * channel_count));
  const std::uint8_t* pixel = image.rgba.data();
  for (std::size_t y = 0; y < height; ++y) {
    constexpr char no_filter = 0;
    rows += no_filter;
    for (std::size_t x = 0; x < width; ++x, pixel += 4) {
      for (std::size_t c = 0; c < channel_count; ++c) rows += static_cast<char>(pixel[c]);
    }
  }
  return rows;
}

}  // namespace

std::string encode_png(const Image& image) {
  require(image.width > 0 && image.height > 0, "an image has pixels");
  const bool opaque = is_opaque(image);
  std::string header;
  append_big_endian(header, static_cast<std::size_t>(image.width));
  append_big_endian(header, static_cast<std::size_t>(image.height));
  header += '\x08';                    // bits per channel
  header += opaque ? '\x02' : '\x06';  // RGB or RGBA
  header.append(3, '\0');              // deflate, the five filters, not interlaced

  const std::string rows = rows_of(image, opaque ? 3 : 4);
  std::string packed(compressBound(rows.size()), '\0');
  uLongf packed_size = packed.size();
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &packed_size,
                               as_bytes(rows), rows.size(), 6);
  require(status == Z_OK, "zlib compresses into a buffer of its own bound");
  packed.resize(packed_size);

  std::string file = "\x89PNG\r\n\x1a\n";
  append_chunk(file, "IHDR", header);
  append_chunk(file, "IDAT", packed);
  append_chunk(file, "IEND", "");
  return file;
}

void write_png(const std::filesystem::path& path, const Image& image) {
  write_file(path, encode_png(image));
}

Image decode_png(std::string_view bytes) {
  Image image;
  int channels_in_file = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                            static_cast<int>(bytes.size()), &image.width, &image.height,
                            &channels_in_file, 4),
      &stbi_image_free);
  if (pixels == nullptr) throw input_error("not a PNG: {}", stbi_failure_reason());
  const auto count = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  image.rgba.assign(pixels.get(), pixels.get() + count * 4);
  return image;
}

Image read_png(const std::filesystem::path& path) {
  try {
    return decode_png(read_file(path));
  } catch (const Error& error) {
    throw Error(error.kind(), path.string() + ": " + error.what());
  }
}

}  // namespace zerolab
