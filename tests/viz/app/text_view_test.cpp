// The state as text says what the picture says.
#include "tests/catch.hpp"
#include "tests/viz/app/made_traces.hpp"
#include "viz/app/controller.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::ring_trace;

TEST_CASE("the text shows contributions and brackets what the step wrote") {
  Controller controller(ring_trace(Collective::reduce_scatter, 4, 40), {});
  CHECK_THAT(controller.text(), ContainsSubstring("0001"));
  controller.go_to(2);
  const std::string text = controller.text();
  CHECK_THAT(text, ContainsSubstring("step 2 of 3"));
  CHECK_THAT(text, ContainsSubstring("[0111]"));
  CHECK_THAT(text, ContainsSubstring("[1011]"));
  controller.go_to(3);
  CHECK_THAT(controller.text(), ContainsSubstring("[1111]"));
  CHECK_THAT(controller.text(), ContainsSubstring("30"));
}
