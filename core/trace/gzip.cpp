#include "core/trace/gzip.hpp"

#include <algorithm>
#include <limits>

#include <zlib.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

constexpr int gzip_window = 15 + 16;      // zlib.h: 15 bits, and 16 for a gzip header
constexpr std::size_t block = 1UL << 20;  // bytes handed to zlib, or taken from it, at a time
constexpr int level = 3;                  // beyond it a trace shrinks little more and takes long

// zlib promises not to write through next_in, but declares it without const.
Bytef* input_of(std::string_view bytes) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

// Frees what deflateInit2 took.
struct Deflater {
  z_stream stream{};
  Deflater() {
    const int status = deflateInit2(&stream, level, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY);
    require(status == Z_OK, "zlib can compress");
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
};
}  // namespace

std::string gzip(std::string_view text) {
  Deflater deflater;
  z_stream& stream = deflater.stream;
  std::string bytes;
  std::string out(block, '\0');
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0 && !text.empty()) {
      const std::string_view piece = text.substr(0, block);
      stream.next_in = input_of(piece);
      stream.avail_in = static_cast<uInt>(piece.size());
      text.remove_prefix(piece.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    status = deflate(&stream, text.empty() ? Z_FINISH : Z_NO_FLUSH);
    require(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR, "zlib compresses");
    bytes.append(out, 0, out.size() - stream.avail_out);
  }
  return bytes;
}

bool is_gzip(std::string_view bytes) {
  return bytes.substr(0, 2) == "\x1f\x8b";
}

namespace {

// The text's size as the last four bytes say it, modulo 2^32 (RFC 1952), plus some room; no more
// than deflate can make of so few bytes, since the bytes may be damaged.
std::size_t announced_size(std::string_view bytes) {
  constexpr std::size_t most_per_byte = 1032;  // zlib.net/zlib_tech.html
  constexpr std::size_t room = 4096;
  if (bytes.size() < 18) return 0;
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    size |= static_cast<std::size_t>(static_cast<std::uint8_t>(bytes[bytes.size() - 4 + i]))
            << (8 * i);
  }
  return std::min(size + room, bytes.size() * most_per_byte);
}

}  // namespace

struct Gunzip::Implementation {
  z_stream stream{};
  std::string_view bytes;
  std::string_view rest;  // of the bytes, not yet handed to zlib
  std::size_t room;       // bytes of text that the limit leaves
  std::size_t size_limit;
  bool done = false;
  std::string fault;

  Implementation(std::string_view all, std::size_t limit)
      : bytes(all), rest(all), room(limit), size_limit(limit) {
    require(inflateInit2(&stream, gzip_window) == Z_OK, "zlib can decompress");
  }
  ~Implementation() { inflateEnd(&stream); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  std::size_t byte() const { return bytes.size() - rest.size() - stream.avail_in; }

  // Writes up to `size` bytes and says how many.
  std::size_t inflate_some(char* out, std::size_t size) {
    if (stream.avail_in == 0 && !rest.empty()) {
      const std::string_view piece = rest.substr(0, block);
      stream.next_in = input_of(piece);
      stream.avail_in = static_cast<uInt>(piece.size());
      rest.remove_prefix(piece.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(out);
    stream.avail_out = static_cast<uInt>(std::min(size, block));
    const std::size_t asked = stream.avail_out;
    const int status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t written = asked - stream.avail_out;
    judge(status, written);
    room -= std::min(room, written);
    return written;
  }

  void judge(int status, std::size_t written) {
    if (written > room) {
      fault = fmt::format("it holds more than {} bytes of text", size_limit);
    } else if (status == Z_STREAM_END) {
      if (byte() < bytes.size()) fault = "bytes follow the compressed data's end";
    } else if (status == Z_BUF_ERROR ||
               (status == Z_OK && byte() == bytes.size() && stream.avail_out != 0)) {
      fault = "the compressed data is cut off";
    } else if (status != Z_OK) {
      fault = fmt::format("the compressed data is damaged ({})",
                          stream.msg != nullptr ? stream.msg : "it asks for a dictionary");
    } else {
      return;
    }
    done = true;
  }
};

Gunzip::Gunzip(std::string_view bytes, std::size_t size_limit)
    : implementation_(std::make_unique<Implementation>(bytes, size_limit)) {}
Gunzip::~Gunzip() = default;
Gunzip::Gunzip(Gunzip&&) noexcept = default;
Gunzip& Gunzip::operator=(Gunzip&&) noexcept = default;

std::size_t Gunzip::read(std::span<char> piece) {
  std::size_t written = 0;
  while (written < piece.size() && !implementation_->done) {
    written += implementation_->inflate_some(piece.data() + written, piece.size() - written);
  }
  return written;
}

bool Gunzip::done() const {
  return implementation_->done;
}

const std::string& Gunzip::fault() const {
  return implementation_->fault;
}

std::size_t Gunzip::byte() const {
  return implementation_->byte();
}

Gunzipped gunzip(std::string_view bytes, std::size_t size_limit) {
  Gunzip source(bytes, size_limit);
  Gunzipped result;
  result.text.reserve(std::min(announced_size(bytes), size_limit));
  std::string piece(block, '\0');
  while (!source.done()) result.text.append(piece, 0, source.read(piece));
  result.fault = source.fault();
  result.byte = source.byte();
  return result;
}

}  // namespace zerolab
