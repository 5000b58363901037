// Events cut out of a text that arrives in pieces of any size.
#include <vector>

#include "core/profile/json_cutter.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

struct Cut {
  std::vector<std::string> events;
  std::vector<std::uint64_t> bytes;
  std::vector<std::string> members;  // "key=value"
  std::string damage;
  std::uint64_t damage_byte = 0;
  bool has_events = false;
  std::uint64_t passed_over = 0;
};

Cut cut(std::string_view text, std::size_t piece = std::string_view::npos) {
  Cut result;
  JsonCutter cutter(
      [&](std::string_view event, std::uint64_t byte) {
        result.events.emplace_back(event);
        result.bytes.push_back(byte);
      },
      [&](std::string_view key, std::string_view value) {
        result.members.push_back(std::string(key) + "=" + std::string(value));
      });
  for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size())) {
    if (!cutter.add(text.substr(at, piece))) break;
  }
  cutter.finish();
  result.damage = cutter.damage();
  result.damage_byte = cutter.damage_byte();
  result.has_events = cutter.has_events();
  result.passed_over = cutter.passed_over();
  CHECK(cutter.events() == result.events.size() + result.passed_over);
  return result;
}

constexpr std::string_view sample =
    R"({"a": 1, "b": {"c": [1, {"d": "}\"]"}]}, "traceEvents": [ {"x": "{\\"}, {"y": [[{}]]} ,{}],)"
    R"( "last": "traceEvents"})";

}  // namespace

TEST_CASE("events and members are cut at their own brackets whatever the pieces") {
  for (std::size_t piece = 1; piece <= sample.size(); ++piece) {
    INFO("pieces of " << piece);
    const Cut result = cut(sample, piece);
    REQUIRE(result.damage.empty());
    REQUIRE(result.has_events);
    REQUIRE(result.events == std::vector<std::string>{R"({"x": "{\\"})", R"({"y": [[{}]]})", "{}"});
    REQUIRE(result.members == std::vector<std::string>{"a= 1", R"(b= {"c": [1, {"d": "}\"]"}]})",
                                                       R"(last= "traceEvents")"});
    for (std::size_t i = 0; i < result.events.size(); ++i) {
      REQUIRE(sample.substr(result.bytes[i], result.events[i].size()) == result.events[i]);
    }
  }
}

TEST_CASE("a bare array is events too") {
  const Cut result = cut(R"([{"a": 1}, 7, {"b": [2]}])");
  CHECK(result.has_events);
  CHECK(result.damage.empty());
  CHECK(result.events == std::vector<std::string>{R"({"a": 1})", R"({"b": [2]})"});
}

TEST_CASE("a nested traceEvents is not the file's") {
  const Cut result = cut(R"({"other": {"traceEvents": [{}]}})");
  CHECK(!result.has_events);
  CHECK(result.events.empty());
}

TEST_CASE("what cannot be followed is named with its byte") {
  struct Case {
    const char* text;
    const char* reason;
    std::uint64_t byte;
  };
  const Case cases[] = {{"", "nothing but blanks", 0},
                        {"hello", "begins with { or [", 0},
                        {R"({"a": 1)", "1 bracket is still open", 7},
                        {R"([{"a)", "ends inside a string", 4},
                        {R"([{"a": 1]])", "a ] closes what a { opened", 8},
                        {"[{\"a\nb\": 1}]", "control character", 4},
                        {"[{}, @]", "byte 40 cannot stand", 5},
                        {"[{}]x", "more text follows", 4}};
  for (const Case& entry : cases) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::string_view::npos}) {
      INFO(entry.text);
      const Cut result = cut(entry.text, piece);
      CHECK_THAT(result.damage, ContainsSubstring(entry.reason));
      CHECK(result.damage_byte == entry.byte);
    }
  }
}

TEST_CASE("what lies before the damage is there") {
  const Cut result = cut(R"([{"a": 1}, {"b": 2}, {"c")");
  CHECK(result.events.size() == 2);
  CHECK(!result.damage.empty());
}

TEST_CASE("depth and length are limited") {
  const Cut deep = cut("{\"traceEvents\":[" + std::string(100000, '['));
  CHECK_THAT(deep.damage, ContainsSubstring("deeper than 256"));
  const Cut long_event =
      cut("[{\"a\":\"" + std::string(longest_event, 'x') + "\"}, {\"b\": 1}]", 1000);
  CHECK(long_event.damage.empty());
  CHECK(long_event.passed_over == 1);
  CHECK(long_event.events == std::vector<std::string>{"{\"b\": 1}"});
}
