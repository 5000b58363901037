// Damaged traces: a message, never a crash; and what still reads as a trace is drawn.
#include <random>

#include "core/base/error.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/gzip.hpp"
#include "tests/catch.hpp"
#include "tests/viz/app/made_traces.hpp"
#include "tests/viz/scene/training_trace.hpp"
#include "viz/app/controller.hpp"
#include "viz/paint/log_painter.hpp"

using namespace zerolab;
using zerolab::test::ring_trace;
using zerolab::test::TrainingTrace;

namespace {

class Damager {
 public:
  explicit Damager(unsigned seed) : random_(seed) {}

  std::string damaged(std::string text) {
    switch (below(7)) {
      case 0: return text.substr(0, below(text.size()));  // cut off
      case 1:
        for (int i = 0; i < 5; ++i) text[below(text.size())] = static_cast<char>(below(256));
        return text;
      case 2: return replaced_number(std::move(text), "99999999999999999999");
      case 3: return replaced_number(std::move(text), "-7");
      case 4: return replaced_number(std::move(text), "\"seven\"");
      case 5: return text.insert(below(text.size()), std::string(20'000, '['));  // nested deeply
      default: return replaced_number(std::move(text), std::to_string(below(2'000'000'000)));
    }
  }

 private:
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }

  std::string replaced_number(std::string text, const std::string& number) {
    std::size_t begin = text.find_first_of("0123456789", below(text.size()));
    if (begin == std::string::npos) begin = text.find_first_of("0123456789");
    const std::size_t end = text.find_first_not_of("0123456789", begin);
    return text.replace(begin, end - begin, number);
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("two hundred damaged traces are refused with a reason or drawn") {
  static const Fonts fonts;
  ZeroConfig config;
  config.stage = 3;
  config.world_size = 2;
  const std::string sound[]{to_chrome_json(ring_trace(Collective::all_reduce, 3, 30)),
                            to_chrome_json(TrainingTrace(config, {40, 20, 30}).make(1))};
  int refused = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::string text = Damager(seed).damaged(sound[seed % 2]);
    try {
      Controller controller(parse_chrome_json(text, "damaged.json"), {});
      for (const SceneName scene : all_scenes) {
        View view;
        view.scene = scene;
        controller.press({Key::home});
        controller.press({static_cast<Key>(static_cast<int>(Key::one) + static_cast<int>(scene))});
        for (const double part : {0.0, 0.5, 1.0}) {
          controller.go_to(part * static_cast<double>(controller.story().beats().size()));
          LogPainter painter(fonts);
          controller.draw(painter, {0, 0, 1280, 720});
          CHECK(!painter.lines().empty());
        }
      }
    } catch (const Error& error) {
      ++refused;
      INFO("seed " << seed);
      CHECK(std::string(error.what()).size() > 10);
    }
  }
  CHECK(refused > 100);
}
