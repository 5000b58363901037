// Each rule of check_chrome_rules fires on a text that breaks it, and on that alone.
#include "core/trace/rules.hpp"

#include "tests/catch.hpp"

using zerolab::check_chrome_rules;
using zerolab::test::ContainsSubstring;

namespace {

// A send on rank 0, its receive on rank 1, their flow and a counter.
const std::string good =
    R"({"otherData":{},"traceEvents":[
{"ph":"M","pid":0,"tid":0,"name":"process_name","args":{"name":"rank 0"}},
{"ph":"X","pid":0,"tid":0,"ts":0.000,"dur":9.000,"name":"outer"},
{"ph":"X","pid":0,"tid":0,"ts":1.000,"dur":8.000,"name":"inner"},
{"ph":"X","pid":0,"tid":1,"ts":1.001,"dur":2.000,"name":"send"},
{"ph":"s","pid":0,"tid":1,"ts":1.001,"cat":"t","name":"n","id":1},
{"ph":"X","pid":1,"tid":2,"ts":2.000,"dur":3.000,"name":"receive"},
{"ph":"f","pid":1,"tid":2,"ts":5.000,"cat":"t","name":"n","id":1,"bp":"e"},
{"ph":"C","pid":0,"tid":0,"ts":3.000,"name":"sent","args":{"elements":7}}
]})";

std::string broken(std::string_view part, std::string_view by) {
  std::string text = good;
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

// The violations, one line each.
std::string violations(const std::string& json) {
  std::string lines;
  for (const std::string& line : check_chrome_rules(json)) lines += line + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a trace that keeps the rules passes") {
  CHECK(violations(good).empty());
}

TEST_CASE("the shape of the file is checked") {
  CHECK(violations("{") == "not valid JSON\n");
  CHECK(violations("[]") == "the file is not an object\n");
  CHECK(violations("{\"otherData\":{}}") == "traceEvents is missing\n");
  CHECK(violations(broken("\"otherData\":{},", "")) == "otherData is missing\n");
  CHECK(violations(broken("\"ph\":\"C\"", "\"ph\":7")) == "record 7: ph is not one letter\n");
  CHECK(violations(broken("\"pid\":0,\"tid\":0,\"ts\":3", "\"pid\":\"a\",\"tid\":0,\"ts\":3")) ==
        "record 7: pid is not a whole number\n");
}

TEST_CASE("times are checked") {
  CHECK(violations(broken("\"ts\":3.000", "\"ts\":\"3\"")) == "record 7: ts is not a number\n");
  CHECK(violations(broken("\"dur\":8.000", "\"dur\":null")) == "record 2: dur is not a number\n");
  CHECK(violations(broken("\"dur\":8.000", "\"dur\":-1")) == "record 2: dur is negative\n");
  CHECK(violations(broken("\"dur\":8.000", "\"dur\":7.9995")) ==
        "record 2: dur is not a whole number of nanoseconds\n");
  CHECK(violations(broken("\"ts\":3.000", "\"ts\":1e300")) == "record 7: ts is out of range\n");
}

TEST_CASE("slices that overlap without nesting are found to the nanosecond") {
  CHECK(violations(broken("\"dur\":8.000", "\"dur\":8.001")) ==
        "record 2: overlaps a slice on pid 0 tid 0 without nesting in it\n");
  // At equal times the outer slice comes first in the file.
  CHECK_THAT(violations(broken("\"ts\":1.000,\"dur\":8.000", "\"ts\":0.000,\"dur\":9.001")),
             ContainsSubstring("record 2: overlaps"));
  CHECK(violations(broken("\"ts\":1.000,\"dur\":8.000", "\"ts\":9.000,\"dur\":1")).empty());
}

TEST_CASE("flows are checked") {
  const std::string start = R"({"ph":"s","pid":0,"tid":1,"ts":1.001,"cat":"t","name":"n","id":1},)";
  const std::string finish =
      R"({"ph":"f","pid":1,"tid":2,"ts":5.000,"cat":"t","name":"n","id":1,"bp":"e"},)";
  CHECK(violations(broken(start, "")) == "flow 1: a finish before or without its start\n");
  CHECK(violations(broken(finish, "")) == "flow 1: a start without a finish\n");
  CHECK(violations(broken(start, start + start)) == "flow 1: the id is used twice\n");
  CHECK(violations(broken(finish, finish + finish)) == "flow 1: the id is used twice\n");
  CHECK(violations(broken("\"id\":1,\"bp\"", "\"id\":2,\"bp\"")) ==
        "flow 2: a finish before or without its start\nflow 1: a start without a finish\n");
  CHECK_THAT(violations(broken("\"id\":1}", "\"id\":\"x\"}")),
             ContainsSubstring("record 4: a flow's id is not a whole number"));
  CHECK(violations(broken("\"cat\":\"t\"", "\"cat\":\"u\"")) ==
        "flow 1: start and finish differ in cat\n");
  CHECK(violations(broken("\"name\":\"n\"", "\"name\":\"m\"")) ==
        "flow 1: start and finish differ in name\n");
  CHECK(violations(broken(",\"bp\":\"e\"", "")) == "flow 1: the finish lacks \"bp\":\"e\"\n");
}

TEST_CASE("a flow lies in a slice that comes before it in the file") {
  CHECK(violations(broken("\"ph\":\"s\",\"pid\":0,\"tid\":1,\"ts\":1.001",
                          "\"ph\":\"s\",\"pid\":0,\"tid\":1,\"ts\":3.002")) ==
        "record 4: a flow's start that no slice in front of it encloses\n");
  CHECK(violations(broken("\"tid\":2,\"ts\":5.000", "\"tid\":2,\"ts\":5.001")) ==
        "record 6: a flow's finish that no slice in front of it encloses\n");
  // An arrow that runs backwards.
  CHECK_THAT(violations(broken("\"tid\":2,\"ts\":5.000", "\"tid\":2,\"ts\":1.000")),
             ContainsSubstring("flow 1: a finish before or without its start"));
  // Start in front of its slice, at the same time.
  std::string moved =
      broken(R"({"ph":"X","pid":0,"tid":1,"ts":1.001,"dur":2.000,"name":"send"},)", "");
  moved.insert(moved.find(R"({"ph":"X","pid":1)"),
               R"({"ph":"X","pid":0,"tid":1,"ts":1.001,"dur":2.000,"name":"send"},)");
  CHECK(violations(moved) == "record 3: a flow's start that no slice in front of it encloses\n");
}

TEST_CASE("counters are numbers") {
  CHECK(violations(broken("\"elements\":7", "\"elements\":[]")) ==
        "record 7: the counter's elements is not a number\n");
  CHECK(violations(broken("\"args\":{\"elements\":7}", "\"args\":{}")) ==
        "record 7: a counter without args\n");
}
