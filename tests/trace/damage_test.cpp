// A damaged file is an Error that says what and where, or still a trace; never anything else.
#include <filesystem>
#include <random>

#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/gzip.hpp"
#include "tests/catch.hpp"
#include "tests/trace/random_trace.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

// What the Error says; empty where the text is still a trace. That trace can then be written again
// and is the same afterwards: whatever passes keeps every promise.
std::string outcome(const std::string& json) {
  Trace trace;
  try {
    trace = parse_chrome_json(json, "text");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    CHECK(std::string_view(error.what()).size() > 20);
    CHECK(std::string_view(error.what()).size() < 1000);
    return error.what();
  }
  CHECK(parse_chrome_json(to_chrome_json(trace), "text") == trace);
  return {};
}

std::string outcome_of_file(const std::string& bytes) {
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("zerolab_damage_{}", ::getpid());
  write_file(path, bytes);
  std::string message;
  try {
    read_trace(path);
  } catch (const Error& error) {
    message = error.what();
    CHECK(message.size() > 20);
  }
  std::filesystem::remove(path);
  return message;
}

std::string sample() {
  static const std::string json = to_chrome_json(test::RandomTrace(3).make(60, 5000));
  return json;
}

std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

}  // namespace

TEST_CASE("a file cut off anywhere is an Error") {
  std::mt19937 random(1);
  const std::string json = sample();
  const std::size_t whole = json.rfind('}');  // what follows the last brace is not missed
  for (int i = 0; i < 60; ++i) {
    INFO("cut " << i);
    REQUIRE_FALSE(outcome(json.substr(0, random() % whole)).empty());
  }
}

TEST_CASE("flipped bits give an Error or a trace") {
  std::mt19937 random(2);
  for (int i = 0; i < 120; ++i) {
    std::string json = sample();
    for (int flips = 1 + i % 3; flips > 0; --flips) {
      json[random() % json.size()] ^= static_cast<char>(1 << random() % 8);
    }
    outcome(json);
  }
}

TEST_CASE("values of wrong types and sizes give an Error or a trace") {
  std::mt19937 random(3);
  const std::string_view values[] = {"null",
                                     "true",
                                     "[]",
                                     "{}",
                                     "\"x\"",
                                     "-1",
                                     "1e999",
                                     "1e300",
                                     "-0",
                                     "0.5",
                                     "65536",
                                     "[[{}]]",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "99999999999999999999999",
                                     "-9223372036854775809"};
  for (int i = 0; i < 160; ++i) {
    std::string json = sample();
    std::size_t at = json.find(':', random() % (json.size() / 2));
    at = json.find_first_of("0123456789\"[{", at);
    std::size_t end = at + 1;
    if (json[at] == '"') {
      end = json.find('"', end) + 1;
    } else if (json[at] != '[' && json[at] != '{') {
      end = json.find_first_not_of("0123456789.", at);
    }
    json.replace(at, end - at, values[static_cast<std::size_t>(i) % std::size(values)]);
    outcome(json);
  }
}

TEST_CASE("deep nesting is an Error") {
  for (const char open : {'[', '{'}) {
    const std::string step = open == '[' ? "[" : "{\"a\":";
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += step;
    CHECK_THAT(outcome(deep), ContainsSubstring("nested deeper than 1024 levels"));
    CHECK_THAT(outcome(replaced(sample(), "\"args\":{", "\"args\":{\"deep\":" + deep)),
               ContainsSubstring("nested deeper than 1024 levels"));
  }
}

TEST_CASE("damaged gzip is an Error that says what could be read") {
  std::mt19937 random(4);
  const std::string bytes = gzip(sample());
  CHECK(outcome_of_file(bytes).empty());
  for (int i = 0; i < 30; ++i) {
    INFO("cut " << i);
    const std::string message = outcome_of_file(bytes.substr(0, 2 + random() % (bytes.size() - 2)));
    REQUIRE_THAT(message, ContainsSubstring("the compressed data is cut off"));
    REQUIRE_THAT(message, ContainsSubstring("whole records lie before it"));
  }
  for (int i = 0; i < 30; ++i) {
    std::string flipped = bytes;
    // Behind the ten bytes of the header, of which not all matter.
    flipped[10 + random() % (flipped.size() - 10)] ^= static_cast<char>(1 << random() % 8);
    INFO("flip " << i);
    REQUIRE_FALSE(outcome_of_file(flipped).empty());
  }
  CHECK_THAT(outcome_of_file(bytes + "x"), ContainsSubstring("bytes follow"));
}

TEST_CASE("an Error names the place and what could be read before it") {
  Trace trace;
  for (int i = 0; i < 5; ++i) {
    trace.events.emplace_back();
    trace.events.back().begin = trace.events.back().posted = trace.events.back().end = i * 1000;
    trace.events.back().step = 40 + i;
  }
  const std::string json = to_chrome_json(trace);
  // Four names stand before the five slices.
  CHECK_THAT(outcome(json.substr(0, json.find("\"step\":43"))),
             ContainsSubstring("not valid JSON, byte") && ContainsSubstring("unexpected end") &&
                 ContainsSubstring("; 7 whole records lie before it"));
  CHECK_THAT(outcome(replaced(json, "\"step\":43", "\"step\":\"x\"")),
             ContainsSubstring("traceEvents[7]: args.step: the text 'x' where a whole number") &&
                 ContainsSubstring("3 events before it could be read"));
  CHECK_THAT(
      outcome(replaced(json, "\"step\":42", "\"step\":99999999999")),
      ContainsSubstring("traceEvents[6]: args.step: 99999999999, it may be -1 to 2147483647"));
  CHECK_THAT(outcome(replaced(json, "\"step\":42", "\"step\":99999999999999999999")),
             ContainsSubstring("the number 99999999999999999999 is beyond 64 bits; 6 whole"));
  CHECK_THAT(outcome(replaced(json, "\"ts\":3.000", "\"ts\":1e300")),
             ContainsSubstring("traceEvents[7]: ts: 1e+300 µs"));
  CHECK_THAT(outcome(replaced(json, "\"dur\":0.000", "\"dur\":-1.000")),
             ContainsSubstring("traceEvents[4]: end -1000 ns: before the begin"));
  CHECK_THAT(outcome(replaced(json, "\"dur\":0.000,", "")),
             ContainsSubstring("traceEvents[4]: an X record: 'dur' is missing"));
  CHECK_THAT(outcome(replaced(json, "\"cat\":\"operation\"", "\"cat\":\"kernel\"")),
             ContainsSubstring("cat: unknown kind of event 'kernel'"));
  CHECK_THAT(outcome(replaced(json, "\"step\":40", "\"unit\":2")),
             ContainsSubstring("traceEvents[4]: unit 2: the header has 0 units"));
  CHECK_THAT(outcome(replaced(json, "\"world_size\":1", "\"world_size\":0")),
             ContainsSubstring("otherData.world_size: 0, it may be 1 to"));
  CHECK_THAT(outcome(replaced(json, "\"version\":1", "\"version\":2")),
             ContainsSubstring("otherData.version 2: this program reads and writes version 1"));
  CHECK_THAT(outcome(replaced(json, "\"units\":[", "\"units\":[7")),
             ContainsSubstring("otherData.units[0]: 7 where an object belongs"));
}

TEST_CASE("what is no zerolab trace is called so") {
  const char* foreign =
      R"({"schemaVersion":1,"traceEvents":[{"ph":"X","pid":0,"tid":7,"ts":1.5,"dur":2,"name":"k"}]})";
  CHECK_THAT(outcome(foreign), ContainsSubstring("not a zerolab trace"));
  CHECK_THAT(outcome(R"({"traceEvents":[],"otherData":{"version":"chrome"}})"),
             ContainsSubstring("not a zerolab trace"));
  CHECK_THAT(outcome(R"([{"ph":"X","pid":0,"tid":7,"ts":1.5,"dur":2,"name":"k"}])"),
             ContainsSubstring("not a zerolab trace"));
  CHECK_THAT(outcome(R"({"losses":[1,2]})"), ContainsSubstring("'traceEvents' is missing"));
  CHECK_THAT(outcome("7"), ContainsSubstring("7 where an object belongs"));
  CHECK_THAT(outcome(""), ContainsSubstring("not valid JSON"));
  CHECK_THAT(outcome("loss 3.2"), ContainsSubstring("not valid JSON"));
}

TEST_CASE("records and arguments of other programs are left alone") {
  const Trace trace = test::RandomTrace(8).make(20, 100);
  std::string json = to_chrome_json(trace);
  json = replaced(json, "\"traceEvents\":[", "\"traceEvents\":[{\"ph\":\"i\",\"name\":\"mark\"},");
  json = replaced(json, "\"args\":{\"", "\"args\":{\"note\":[1],\"");
  CHECK(parse_chrome_json(json, "text") == trace);
}
