// The step plan: its parts, the present operation, and that its text can be read.
#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "tests/viz/scene/scene_tests.hpp"
#include "tests/viz/scene/training_trace.hpp"
#include "viz/playback/schedule_trace.hpp"
#include "viz/scene/plan_layout.hpp"
#include "viz/scene/plan_words.hpp"

namespace zerolab::test {

namespace {

std::vector<std::string> part_names(int stage, int micro_steps) {
  const PlanOutline outline = outline_of(training_trace(stage, 2, micro_steps).header);
  std::vector<std::string> names;
  for (const PlanPart& part : outline.parts) names.push_back(part_name(outline, part));
  return names;
}

std::vector<std::string> plan_faults(Moment& moment, double time, const Screen& screen) {
  TextRecorder painter(scene_fonts());
  draw_plan(painter, screen.scene(), moment.at(time, screen.unit()));
  return painter.faults(screen.scene());
}

}  // namespace

TEST_CASE("a step falls into the parts of its stage") {
  using Names = std::vector<std::string>;
  CHECK(part_names(0, 1) == Names{"clear", "forward", "backward", "reduce", "update"});
  CHECK(part_names(1, 1) == Names{"clear", "forward", "backward", "reduce", "update"});
  CHECK(part_names(2, 1) == Names{"clear", "forward", "backward", "update"});
  CHECK(part_names(3, 2) == Names{"clear", "forward, micro-step 0", "backward, micro-step 0",
                                  "forward, micro-step 1", "backward, micro-step 1", "update"});
}

TEST_CASE("the parts cover every operation once and in order") {
  for (int stage = 0; stage < 4; ++stage) {
    const PlanOutline outline = outline_of(training_trace(stage, 2, 3).header);
    std::size_t next = 0;
    for (std::size_t i = 0; i < outline.parts.size(); ++i) {
      CHECK(outline.parts[i].ops.begin == next);
      next = outline.parts[i].ops.end;
      for (std::size_t op = outline.parts[i].ops.begin; op < next; ++op) {
        CHECK(outline.part_of[op] == i);
      }
    }
    CHECK(next == outline.ops.size());
  }
}

TEST_CASE("a plan in other words than ours or of unknown units is none") {
  TraceHeader header = training_trace(3, 2).header;
  header.plan = "gather embedding\n";
  CHECK(outline_of(header).ops.empty());
  header.plan = "update unit 9\n";
  CHECK(outline_of(header).ops.empty());
  header.plan = "";
  CHECK(outline_of(header).ops.empty());
}

TEST_CASE("the present operation advances from the first to the last") {
  Playback playback(training_trace(3, 4));
  const Story& story = playback.story();
  const auto last = static_cast<std::ptrdiff_t>(outline_of(story.header()).ops.size()) - 1;
  std::ptrdiff_t op = 0;
  double progress = 0;
  for (double time = 0; time <= static_cast<double>(story.beats().size()); time += 0.25) {
    const PlanNow now = plan_now(story, playback.at(time));
    CHECK((now.op > op || (now.op == op && now.progress >= progress)));
    CHECK(now.op <= op + 1);
    CHECK(now.progress <= 1);
    op = now.op;
    progress = now.progress;
  }
  CHECK(op == last);
  CHECK(progress == 1);
}

TEST_CASE("what is sent is what the schedule sends") {
  // Ψ = 310 on 4 ranks: chunks 78 78 77 77, an all-gather sends Ψ minus a neighbour's chunk.
  Playback playback(training_trace(3, 4));
  const PlanNow gather = plan_now(playback.story(), playback.at(1.5));
  CHECK(what_is_sent(playback.story(), gather) ==
        "all-gather of 310 elements by ring: each rank sends 232 or 233 elements, 932 B at most");
  const PlanNow zero = plan_now(playback.story(), playback.at(0.5));
  CHECK(what_is_sent(playback.story(), zero) == "no rank sends anything");
}

TEST_CASE("the text of every step plan can be read") {
  for (const int n : {1, 2, 4, 8, 16, 64}) {
    for (const int stage : {0, 1, 2, 3}) {
      for (const int micro_steps : {1, 4}) {
        Moment moment(training_trace(stage, n, micro_steps, 1));
        for (const Screen& screen : screens) {
          for (const double share : {0.0, 0.37, 1.0}) {
            INFO("N = " << n << ", stage " << stage << ", height " << screen.height);
            CHECK(plan_faults(moment, share * moment.end(), screen) == std::vector<std::string>{});
          }
        }
      }
    }
  }
}

TEST_CASE("many units and operations leave the text readable") {
  for (const std::size_t units : {14, 60}) {
    ZeroConfig config;
    config.stage = 3;
    config.world_size = 2;
    config.micro_steps = 8;
    Moment moment(TrainingTrace(config, std::vector<std::size_t>(units, 123'456'789)).make(1));
    for (const Screen& screen : screens) {
      CHECK(plan_faults(moment, 0.7 * moment.end(), screen) == std::vector<std::string>{});
    }
  }
}

TEST_CASE("without a plan the scene says how to get one") {
  Moment moment(trace_of(build_schedule(Collective::all_gather, 4), 40));
  TextRecorder painter(scene_fonts());
  draw_plan(painter, screens[0].scene(), moment.at(1, 1));
  REQUIRE(painter.written().size() == 2);
  CHECK(painter.written()[1].text == "./lab train --trace run.json.gz");
}

TEST_CASE("the step plan is drawn as before") {
  Moment moment(training_trace(3, 2));
  LogPainter painter(scene_fonts());
  draw_plan(painter, {0, 0, 1200, 700}, moment.at(5.5, 1));
  CHECK(golden_difference("plan", painter.lines()) == "");
}

}  // namespace zerolab::test
