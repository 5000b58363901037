// gzip in memory (RFC 1952).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace zerolab {

// The same text gives the same bytes: no time and no name in the header.
std::string gzip(std::string_view text);

bool is_gzip(std::string_view bytes);

// Restores the text piece by piece. Never throws for damaged bytes.
class Gunzip {
 public:
  // `bytes` must outlive it. Stops with a fault beyond `size_limit` bytes of text.
  Gunzip(std::string_view bytes, std::size_t size_limit);
  ~Gunzip();
  Gunzip(Gunzip&&) noexcept;
  Gunzip& operator=(Gunzip&&) noexcept;

  // Writes what follows to the front of `piece` and says how much that is: less than there is room
  // for only once done().
  std::size_t read(std::span<char> piece);

  bool done() const;                 // all was read, or all up to a fault
  const std::string& fault() const;  // empty, or why what was read is not the whole
  std::size_t byte() const;          // of the compressed bytes: what follows has not been looked at

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

struct Gunzipped {
  std::string text;      // all that could be restored
  std::string fault;     // empty, or why that is not the whole
  std::size_t byte = 0;  // of the compressed bytes, where the fault was noticed
};

// All of it at once.
Gunzipped gunzip(std::string_view bytes, std::size_t size_limit);

}  // namespace zerolab
