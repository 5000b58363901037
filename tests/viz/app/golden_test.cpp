// Pictures that were looked at: what is drawn today differs in at most 0.05 % of the pixels.
//
// After a change that is meant, run once with ZEROLAB_UPDATE_GOLDEN=1 and look at the pictures in
// tests/viz/app/golden. They are drawn with Debian 12's fonts; elsewhere the test is left out.
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/viz/app/made_traces.hpp"
#include "tests/viz/scene/training_trace.hpp"
#include "tests/viz/wrong_rings.hpp"
#include "viz/app/export.hpp"
#include "viz/paint/png.hpp"

using namespace zerolab;
using zerolab::test::ring_of;
using zerolab::test::ring_trace;
using zerolab::test::ring_with_stale_chunk;
using zerolab::test::TrainingTrace;

namespace {

constexpr double most_differing = 0.0005;
constexpr float golden_text_width = 8512.79F;  // of Inter 4.0 beta 7, Debian 12

void check_picture(const std::string& name, Trace trace, const std::string& at,
                   std::optional<RunBeside> beside = std::nullopt) {
  static const Fonts fonts;
  Controller controller(std::move(trace), parse_view(at), std::move(beside));
  const Image drawn = picture(controller, fonts, {1280, 720, 1});
  const std::filesystem::path path =
      std::filesystem::path(ZEROLAB_SOURCE_ROOT) / "tests/viz/app/golden" / (name + ".png");
  if (std::getenv("ZEROLAB_UPDATE_GOLDEN") != nullptr) write_png(path, drawn);
  INFO(name);
  CHECK(differing_share(read_png(path), drawn) <= most_differing);
}

Trace stage_3() {
  ZeroConfig config;
  config.stage = 3;
  config.world_size = 4;
  return TrainingTrace(config, {800, 400, 400, 600}).make(2);
}

// A pixel's width decides where text lies: other versions of a font are other pictures.
bool has_golden_fonts() {
  const Fonts fonts;
  return std::abs(fonts.text_width(Face::text, 1000, "rank 0, step 1 of 3") - golden_text_width) <
         0.5F;
}

}  // namespace

TEST_CASE("six pictures are as they were looked at") {
  if (!has_golden_fonts()) {
    WARN("left out: the fonts are not those of the golden pictures");
    return;
  }
  check_picture("ring", ring_trace(Collective::reduce_scatter, 4, 4000), "time=1.5");
  check_picture("values", ring_trace(Collective::all_reduce, 8, 8000),
                "time=9 values theme=light pin-chunk=3");
  check_picture("matrix", ring_trace(Collective::all_reduce, 64, 64'000), "time=20.5");
  check_picture("counters", ring_trace(Collective::all_reduce, 5, 17), "time=8 scene=counters");
  check_picture("plan", stage_3(), "time=24 scene=plan");
  check_picture("memory", stage_3(), "time=24 scene=memory");
}

TEST_CASE("two runs beside each other are as they were looked at") {
  if (!has_golden_fonts()) {
    WARN("left out: the fonts are not those of the golden pictures");
    return;
  }
  check_picture("pair", ring_with_stale_chunk(4), "time=2",
                RunBeside{ring_of(4), {"your run", "the right run"}});
}

TEST_CASE("a golden picture notices a hundredth of a step") {
  static const Fonts fonts;
  Controller controller(ring_trace(Collective::reduce_scatter, 4, 4000), parse_view("time=1.5"));
  const Image before = picture(controller, fonts, {1280, 720, 1});
  controller.go_to(1.51);
  CHECK(differing_share(before, picture(controller, fonts, {1280, 720, 1})) > most_differing);
}
