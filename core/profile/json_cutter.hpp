// Cuts the text of a Chrome trace into its events while it arrives, so that no more than one event
// is ever held. It looks at brackets, strings and control characters only; what is inside an event
// is its reader's business.
//
// Takes {"traceEvents": [{…}, …], …} and the bare array [{…}, …]. A text whose brackets or strings
// do not fit cannot be followed any further: the cutter stops there and says where.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace zerolab {

inline constexpr std::size_t longest_event = 1 << 20;  // bytes; longer values are passed over
inline constexpr std::size_t deepest_event = 256;      // levels

class JsonCutter {
 public:
  // One object of traceEvents, and the byte of the text at which it begins.
  using OnEvent = std::function<void(std::string_view object, std::uint64_t byte)>;
  // One other member of the file's object: its name without quotes, its value's text.
  using OnMember = std::function<void(std::string_view key, std::string_view value)>;

  JsonCutter(OnEvent on_event, OnMember on_member);

  // The next piece of the text. False once it has stopped.
  bool add(std::string_view piece);

  // After the last piece.
  void finish();

  const std::string& damage() const { return damage_; }       // empty: the text was whole
  std::uint64_t damage_byte() const { return damage_byte_; }  // of the text, from 0
  bool has_events() const { return has_events_; }             // there was an array of events
  std::uint64_t events() const { return events_; }            // objects in it
  std::uint64_t passed_over() const { return passed_over_; }  // values longer than longest_event

 private:
  void structure(char c);
  void open(char bracket);
  void close(char bracket);
  void colon();
  void comma();
  void end_of_string();
  void begin_capture();
  void end_member();
  void append(std::string_view text);
  void stop(std::string reason);
  std::uint64_t here() const { return piece_start_ + at_; }
  bool in_events() const;

  OnEvent on_event_;
  OnMember on_member_;
  std::string open_;  // the brackets that are open
  bool in_string_ = false;
  bool escaped_ = false;     // the string's next character is
  bool ended_ = false;       // the outermost bracket is closed
  std::string key_;          // of the member whose value comes, with quotes
  bool awaits_key_ = false;  // at the file's object: a string that begins is a key
  bool reads_key_ = false;
  bool events_follow_ = false;  // the key was "traceEvents"
  bool events_open_ = false;    // inside that array
  bool capturing_ = false;      // of an event or a member's value
  bool too_long_ = false;
  std::string captured_;
  std::uint64_t captured_at_ = 0;
  std::string_view piece_;
  std::uint64_t piece_start_ = 0;  // bytes of text before the piece
  std::size_t at_ = 0;             // in the piece
  std::size_t taken_ = 0;          // of the piece, into captured_
  std::string damage_;
  std::uint64_t damage_byte_ = 0;
  bool has_events_ = false;
  std::uint64_t events_ = 0;
  std::uint64_t passed_over_ = 0;
};

}  // namespace zerolab
