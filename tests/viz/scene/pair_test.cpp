// Two runs in one picture: nothing overlaps or is cut off, each pane's places have its name, what
// differs is marked, and the text form is the one that was looked at.
#include "tests/catch.hpp"
#include "tests/viz/scene/scene_tests.hpp"
#include "tests/viz/scene/training_trace.hpp"
#include "tests/viz/wrong_rings.hpp"
#include "viz/scene/pair_frame.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

struct PictureOf {
  float width, height;
};

// Both runs at a common time.
class PairMoment {
 public:
  PairMoment(Trace left, Trace right, const View& view)
      : left_(std::move(left), view),
        right_(std::move(right), view),
        alignment_(left_.playback.story(), right_.playback.story()) {}

  double end() const { return static_cast<double>(alignment_.pairs().size()); }

  void draw(Painter& painter, double time, PictureOf size) {
    const float unit = std::min(size.width / 1920, size.height / 1080);
    const auto shown = alignment_.shown(time);
    std::vector<TransferDifference> differences;
    if (shown) {
      differences = differences_of(left_.playback.story(), right_.playback.story(),
                                   alignment_.pairs()[*shown]);
    }
    const SceneInput left = left_.at(alignment_.time_of(Side::left, time), unit);
    const SceneInput right = right_.at(alignment_.time_of(Side::right, time), unit);
    draw_pair(painter, {0, 0, size.width, size.height},
              {left, right, alignment_, time, differences, titles_});
  }

 private:
  Moment left_;
  Moment right_;
  Alignment alignment_;
  RunTitles titles_{"your run", "the right run"};
};

// Numbers and signs inside cells may be smaller than 11 pixels, down to 7.5.
std::vector<std::string> without_small_numbers(std::vector<std::string> faults) {
  std::erase_if(faults, [](const std::string& fault) {
    return fault.find("is smaller than 11") != std::string::npos &&
           fault.find_first_not_of("\"0123456789+≠!") >= fault.find("\" at");
  });
  return faults;
}

std::vector<std::string> pair_faults(PairMoment& moment, double time, PictureOf size) {
  TextRecorder painter(scene_fonts());
  moment.draw(painter, time, size);
  const bool under_way = time != std::floor(time);
  return without_small_numbers(painter.faults(
      {0, 0, size.width, size.height}, under_way ? Covering::is_meant : Covering::is_a_fault));
}

void check_pairs(const Trace& left, const Trace& right, const std::string& what,
                 TimeAxis switched_axis = TimeAxis::measured) {
  for (const SceneName scene : all_scenes) {
    for (const bool switched : {false, true}) {
      View view;
      view.scene = scene;
      view.values = view.both_directions = switched;
      if (switched) {
        view.pinned_rank = 0;
        view.axis = switched_axis;
      }
      PairMoment moment(left, right, view);
      for (double time = 0; time <= moment.end(); time += moment.end() > 8 ? 4.5 : 0.5) {
        for (const PictureOf size :
             {PictureOf{1920, 1080}, PictureOf{1280, 720}, PictureOf{1080, 1920}}) {
          INFO(what << " " << to_string(scene) << " at " << time << " in " << size.width << "×"
                    << size.height << (switched ? ", switched" : ""));
          CHECK(pair_faults(moment, time, size) == std::vector<std::string>{});
        }
      }
    }
  }
}

std::string calls_at(Trace left, Trace right, double time, const View& view) {
  PairMoment moment(std::move(left), std::move(right), view);
  LogPainter painter(scene_fonts());
  moment.draw(painter, time, {1920, 1080});
  return painter.lines();
}

}  // namespace

TEST_CASE("nothing overlaps in either pane for any number of ranks") {
  for (const int n : {3, 4, 5, 8, 16, 32}) {
    check_pairs(ring_with_stale_chunk(n), ring_of(n), fmt::format("{} ranks", n));
  }
  check_pairs(ring_of(1), ring_of(1), "1 rank");
  check_pairs(ring_of(2), ring_of(2), "2 ranks");
}

TEST_CASE("nothing overlaps where a run has ended or waits or sends too much") {
  check_pairs(ring_cut_short(4), ring_of(4), "cut short");
  check_pairs(ring_of(3), ring_cut_short(3), "cut short at the right");
  check_pairs(ring_with_gap(5, 1), ring_of(5), "a gap");
  Schedule schedule = right_ring(4);
  for (int rank = 0; rank < 4; ++rank) transfer_of(schedule, 1, rank).destination = (rank + 2) % 4;
  schedule.transfers.insert(schedule.transfers.begin(), {0, 2, 0, 1, Combine::add});
  // Two messages at once to one rank lie side by side on the logical axis only.
  check_pairs(trace_of_ring(schedule), ring_of(4), "other peers", TimeAxis::logical);
}

TEST_CASE("stages of training stand beside each other in the memory and the plan") {
  std::vector<Trace> traces;
  for (const int stage : {1, 3}) {
    ZeroConfig config;
    config.stage = stage;
    config.world_size = 4;
    traces.push_back(TrainingTrace(config, {800, 400, 400, 600}).make(1));
  }
  check_pairs(traces[0], traces[1], "stages 1 and 3");
}

TEST_CASE("presenter and help are drawn over two panes without faults") {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    View view;
    view.theme = name;
    view.presenter = true;
    PairMoment large(ring_with_stale_chunk(4), ring_of(4), view);
    CHECK(pair_faults(large, 2, {1920, 1080}) == std::vector<std::string>{});
    view.presenter = false;
    view.help = true;
    PairMoment helped(ring_with_stale_chunk(4), ring_of(4), view);
    TextRecorder painter(scene_fonts());
    helped.draw(painter, 2, {1280, 720});
    CHECK(without_small_numbers(painter.faults({0, 0, 1280, 720}, Covering::is_meant)) ==
          std::vector<std::string>{});
  }
}

TEST_CASE("each pane's places have its name and the keys' places none") {
  PairMoment moment(ring_with_stale_chunk(4), ring_of(4), {});
  LogPainter painter(scene_fonts());
  moment.draw(painter, 2, {1920, 1080});
  const Places& places = painter.places();
  const Place* left = places.find("left:pane");
  const Place* right = places.find("right:pane");
  REQUIRE((left != nullptr && right != nullptr));
  CHECK(left->box.width == right->box.width);
  CHECK(left->box.height == right->box.height);
  CHECK(left->box.right() <= right->box.x);
  for (const char* name : {"rank 2", "rank 2 chunk 3", "step 1"}) {
    INFO(name);
    const Place* in_left = places.find("left:" + std::string(name));
    const Place* in_right = places.find("right:" + std::string(name));
    REQUIRE((in_left != nullptr && in_right != nullptr));
    CHECK(places.find(name) == nullptr);
    // The same scene in the same place of the pane.
    CHECK(std::abs((in_left->box.x - left->box.x) - (in_right->box.x - right->box.x)) < 0.01F);
    CHECK(in_left->box.y == in_right->box.y);
  }
  for (const char* name : {"button next", "time track", "speed", "scene matrix"}) {
    CHECK(places.find(name) != nullptr);
  }
  LogPainter high(scene_fonts());
  moment.draw(high, 2, {1080, 1920});
  CHECK(high.places().find("left:pane")->box.bottom() <= high.places().find("right:pane")->box.y);
}

TEST_CASE("signs stand in both panes at what differs and nowhere else") {
  const auto count = [](const std::string& calls, const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = calls.find(text); at != std::string::npos; at = calls.find(text, at + 1))
      ++found;
    return found;
  };
  for (const SceneName scene : {SceneName::ring, SceneName::matrix, SceneName::timeline}) {
    View view;
    view.scene = scene;
    INFO(to_string(scene));
    for (const double time : {1.5, 2.0}) {
      const std::string wrong = calls_at(ring_with_stale_chunk(4), ring_of(4), time, view);
      // The ring has it in the score too, the timeline at its sender and at its receiver.
      CHECK(count(wrong, "\"≠\"") == (scene == SceneName::matrix ? 2 : 4));
      CHECK(count(wrong, "\"≠ 1 differs\"") == 2);
    }
    const std::string before = calls_at(ring_with_stale_chunk(4), ring_of(4), 1, view);
    CHECK(count(before, "≠") == 0);
    CHECK(count(before, "\"Both runs do the same in this step.\"") == 1);
  }
  const std::string missing = calls_at(ring_cut_short(4), ring_of(4), 3, {});
  CHECK(count(missing, "\"∅\"") == 4);
  CHECK(count(missing, "\"!\"") == 8);
  CHECK(count(missing, "\"ended: 4 messages fewer\"") == 1);
  CHECK(count(missing, "\"∅ 4 missing here\"") == 1);
  CHECK(count(missing, "\"! 4 only here\"") == 1);
  View counters;
  counters.scene = SceneName::counters;
  CHECK(count(calls_at(ring_cut_short(4), ring_of(4), 3, counters), "\"≠\"") == 8);
  CHECK(count(calls_at(ring_cut_short(4), ring_of(4), 2, counters), "\"≠\"") == 0);
}

TEST_CASE("a pair is drawn as it was looked at") {
  CHECK(golden_difference("pair", calls_at(ring_with_stale_chunk(3), ring_of(3), 1.5, {})).empty());
}
