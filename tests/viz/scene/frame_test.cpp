// The whole picture and the scenes of a collective: nothing overlaps, nothing is cut off, every
// place has its name, and the text form is the one that was looked at.
#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "tests/viz/scene/scene_tests.hpp"
#include "viz/playback/schedule_trace.hpp"
#include "viz/scene/current.hpp"
#include "viz/scene/ring_layout.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

struct FrameSize {
  float width, height;
};

Trace schedule_of(Collective collective, std::string_view algorithm, int n, std::size_t elements) {
  const auto root = has_root(collective) ? std::optional(0) : std::nullopt;
  return trace_of(build_schedule(collective, algorithm, n, root), elements);
}

std::vector<std::string> frame_faults(Moment& moment, double time, FrameSize size) {
  TextRecorder painter(scene_fonts());
  const Box box{0, 0, size.width, size.height};
  const float unit = std::min(size.width / 1920, size.height / 1080);
  draw_frame(painter, box, moment.at(time, unit));
  const bool under_way = time != std::floor(time);
  auto faults = painter.faults(box, under_way ? Covering::is_meant : Covering::is_a_fault);
  // Numbers inside cells may be smaller, down to 7.5 pixels.
  std::erase_if(faults, [](const std::string& fault) {
    return fault.find("is smaller than 11") != std::string::npos &&
           fault.find_first_not_of("\"0123456789+") >= fault.find("\" at");
  });
  return faults;
}

void check_frames(const Trace& trace, const std::string& what) {
  for (const SceneName scene : {SceneName::ring, SceneName::matrix, SceneName::counters}) {
    for (const bool switched : {false, true}) {
      View view;
      view.scene = scene;
      view.values = view.both_directions = switched;
      if (switched) view.pinned_rank = 0;
      Moment moment(trace, view);
      for (const double time : {0.0, 0.5, std::floor(moment.end() / 2), moment.end()}) {
        for (const FrameSize size : {FrameSize{1920, 1080}, FrameSize{1280, 720}}) {
          INFO(what << " " << to_string(scene) << " at " << time << " in " << size.width << "×"
                    << size.height << (switched ? ", switched" : ""));
          CHECK(frame_faults(moment, time, size) == std::vector<std::string>{});
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("nothing overlaps or is cut off for any number of ranks") {
  for (const int n : {1, 2, 3, 4, 8, 16, 64}) {
    check_frames(schedule_of(Collective::all_reduce, "ring", n, static_cast<std::size_t>(1000 * n)),
                 fmt::format("{} ranks", n));
  }
}

TEST_CASE("nothing overlaps for other algorithms and uneven chunks") {
  check_frames(schedule_of(Collective::reduce_scatter, "direct", 5, 17), "direct");
  check_frames(schedule_of(Collective::all_reduce, "bidirectional-ring", 4, 12'345'678),
               "both ways");
  check_frames(schedule_of(Collective::all_reduce, "halving-doubling", 8, 1'000'000'007),
               "halving");
  check_frames(schedule_of(Collective::broadcast, "chain", 4, 40), "chain");
  check_frames(schedule_of(Collective::reduce, "binomial", 7, 7), "binomial");
}

TEST_CASE("presenter and help and themes are drawn without faults") {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    View view;
    view.theme = name;
    view.presenter = true;
    Moment moment(schedule_of(Collective::reduce_scatter, "ring", 4, 4000), view);
    CHECK(frame_faults(moment, 2, {1920, 1080}) == std::vector<std::string>{});
    moment.view.presenter = false;
    moment.view.help = true;
    TextRecorder painter(scene_fonts());
    draw_frame(painter, {0, 0, 1280, 720}, moment.at(2, 0.667F));
    CHECK(painter.faults({0, 0, 1280, 720}, Covering::is_meant) == std::vector<std::string>{});
  }
}

TEST_CASE("cards keep apart and inside the ring for 1 to 16 ranks") {
  for (int n = 1; n <= 16; ++n) {
    for (const int chunks : {1, n, 2 * n}) {
      const Box box{0, 0, 1400, 620};
      const RingLayout layout(box, n, chunks, 1);
      for (int a = 0; a < n; ++a) {
        const Box card = layout.card(a);
        INFO(n << " ranks, " << chunks << " chunks, rank " << a);
        CHECK(card.x >= 0);
        CHECK(card.y >= 0);
        CHECK(card.right() <= box.width);
        CHECK(card.bottom() <= box.height);
        for (int b = 0; b < a; ++b) {
          const Box other = layout.card(b);
          CHECK((card.right() <= other.x || other.right() <= card.x || card.bottom() <= other.y ||
                 other.bottom() <= card.y));
        }
        for (int chunk = 0; chunk < chunks; ++chunk) {
          const Box cell = layout.cell(a, chunk);
          CHECK((cell.x >= card.x && cell.right() <= card.right()));
          CHECK((cell.y >= card.y && cell.bottom() <= card.bottom()));
        }
      }
    }
  }
}

TEST_CASE("a chunk's way begins in its cell and ends in the other") {
  const RingLayout layout({0, 0, 1400, 620}, 6, 6, 1);
  for (const auto& [source, destination] : {std::pair{0, 1}, {5, 0}, {3, 2}, {1, 4}}) {
    for (int chunk = 0; chunk < 6; ++chunk) {
      const Point from = layout.on_way(source, destination, chunk, 0);
      const Point to = layout.on_way(source, destination, chunk, 1);
      CHECK(std::hypot(from.x - layout.cell(source, chunk).centre().x,
                       from.y - layout.cell(source, chunk).centre().y) < 0.01F);
      CHECK(std::hypot(to.x - layout.cell(destination, chunk).centre().x,
                       to.y - layout.cell(destination, chunk).centre().y) < 0.01F);
    }
  }
}

TEST_CASE("parts of the buffer are written as fractions where they are some") {
  CHECK(in_psi(0, 8000, 8) == "0");
  CHECK(in_psi(5000, 8000, 8) == "5Ψ/8");
  CHECK(in_psi(1000, 8000, 8) == "Ψ/8");
  CHECK(in_psi(8000, 8000, 8) == "Ψ");
  CHECK(in_psi(16'000, 8000, 8) == "2Ψ");
  CHECK(in_psi(14'000, 8000, 8) == "14Ψ/8");
  CHECK(in_psi(1234, 10'000, 8) == "1,234");
}

TEST_CASE("the ring and matrix and counters are drawn as they were looked at") {
  for (const SceneName scene : {SceneName::ring, SceneName::matrix, SceneName::counters}) {
    View view;
    view.scene = scene;
    Moment moment(schedule_of(Collective::reduce_scatter, "ring", 3, 3000), view);
    LogPainter painter(scene_fonts());
    draw_frame(painter, {0, 0, 1920, 1080}, moment.at(1.5, 1));
    CHECK(golden_difference(std::string(to_string(scene)), painter.lines()).empty());
  }
}
