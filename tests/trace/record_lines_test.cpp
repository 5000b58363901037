// The quick way into a file gives what the general way gives, or gives up.
#include "core/trace/record_lines.hpp"

#include <optional>
#include <random>
#include <vector>

#include "core/base/error.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/gzip.hpp"
#include "core/trace/packed_lines.hpp"
#include "tests/catch.hpp"
#include "tests/trace/random_trace.hpp"

using namespace zerolab;

namespace {

constexpr std::string_view records_opening = "\"traceEvents\":[";

std::optional<Trace> quickly(std::string_view json) {
  RecordLines lines;
  return lines.add(json) ? lines.finish() : std::nullopt;
}

// A space is enough to lead past the quick way. None for an Error.
std::optional<Trace> generally(std::string json) {
  json.insert(json.find(records_opening) + records_opening.size(), " ");
  REQUIRE_FALSE(quickly(json));
  try {
    return parse_chrome_json(json, "text");
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("what the writer writes is read quickly and generally alike") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    INFO("seed " << seed);
    const Trace trace = test::RandomTrace(seed).make(seed * 5, std::int64_t{1} << (seed + 10));
    const std::string json = to_chrome_json(trace);
    REQUIRE(quickly(json) == trace);
    REQUIRE(generally(json) == trace);
    REQUIRE(quickly(json.substr(0, json.size() - 1)) == trace);  // without the last line's end
    REQUIRE(quickly(json + "\n\n") == trace);
  }
}

TEST_CASE("what is read quickly despite a changed byte is read generally alike") {
  const std::string json = to_chrome_json(test::RandomTrace(5).make(25, 5000));
  const std::size_t records = json.find(records_opening) + records_opening.size();
  constexpr std::string_view bytes = "0123456789-+.eE,:{}[]\"\\ntux \n\t\x01\x7f\x80\xff";
  std::mt19937 random(6);
  int read = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string changed = json;
    changed[records + random() % (json.size() - records)] = bytes[random() % bytes.size()];
    const auto trace = quickly(changed);
    if (!trace) continue;
    ++read;
    INFO("change " << i);
    REQUIRE(trace == generally(changed));
  }
  CHECK(read > 300);  // other digits and letters
}

TEST_CASE("a text with a piece missing or twice is not read quickly unless it is a trace") {
  const std::string json = to_chrome_json(test::RandomTrace(7).make(25, 5000));
  const std::size_t records = json.find(records_opening) + records_opening.size();
  std::mt19937 random(8);
  for (int i = 0; i < 2000; ++i) {
    std::string changed = json;
    const std::size_t at = records + random() % (json.size() - records);
    const std::size_t size = 1 + random() % 200;
    if (i % 2 == 0) {
      changed.erase(at, size);
    } else {
      changed.insert(at, json.substr(at, size));
    }
    INFO("change " << i);
    if (const auto trace = quickly(changed)) REQUIRE(trace == generally(changed));
  }
}

TEST_CASE("whole lines may come in any blocks") {
  const Trace trace = test::RandomTrace(9).make(60, 5000);
  const std::string json = to_chrome_json(trace);
  std::mt19937 random(10);
  for (int i = 0; i < 50; ++i) {
    RecordLines lines;
    for (std::size_t begin = 0; begin < json.size();) {
      const std::size_t end = json.find('\n', begin + random() % (1 + json.size() / 4));
      const std::size_t size = std::min(end, json.size() - 1) + 1 - begin;
      REQUIRE(lines.add(std::string_view(json).substr(begin, size)));
      begin += size;
    }
    REQUIRE(lines.finish() == trace);
  }
}

TEST_CASE("a compressed file of many blocks is read while it is restored") {
  // Runs one after another: in one long one, too many slices would overlap.
  Trace trace = test::RandomTrace(11).make(500, 5000);
  const std::vector<Event> run = trace.events;
  for (int i = 1; i < 24; ++i) {
    for (Event event : run) {
      for (std::int64_t* time : {&event.posted, &event.begin, &event.end}) *time += i * 20'000;
      trace.events.push_back(event);
    }
  }
  CHECK(to_chrome_json(trace).size() > std::size_t{3} << 20);
  CHECK(read_packed_lines(gzip(to_chrome_json(trace))) == trace);
  trace.header.clock.assign(std::size_t{5} << 20, 'x');  // a line longer than blocks
  const std::string bytes = gzip(to_chrome_json(trace));
  CHECK(read_packed_lines(bytes) == trace);
  CHECK_FALSE(read_packed_lines(bytes.substr(0, bytes.size() - 1)));
  CHECK_FALSE(read_packed_lines(bytes + "x"));
  std::string damaged = bytes;
  damaged[damaged.size() - 6] ^= 1;  // the checksum
  CHECK_FALSE(read_packed_lines(damaged));
}
