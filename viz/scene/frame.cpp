// The whole picture: head with the scenes' names, the scene, the sentence, the time bar.
#include <algorithm>

#include <fmt/core.h>

#include "viz/playback/schedule_trace.hpp"
#include "viz/playback/sentence.hpp"
#include "viz/scene/current.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/help.hpp"
#include "viz/scene/timeline_scene.hpp"
#include "viz/scene/tip.hpp"

namespace zerolab {

namespace {

constexpr int most_ring_ranks = 16;

SceneName scene_shown(const SceneInput& input) {
  const bool ring = input.view.scene == SceneName::ring;
  return ring && input.story.world_size() > most_ring_ranks ? SceneName::matrix : input.view.scene;
}

void draw_scene(Painter& painter, const Box& box, const SceneInput& input) {
  switch (scene_shown(input)) {
    case SceneName::ring: return draw_ring(painter, box, input);
    case SceneName::matrix: return draw_matrix(painter, box, input);
    case SceneName::counters: return draw_counters(painter, box, input);
    case SceneName::timeline:
      if (input.timeline != nullptr) return draw_timeline(painter, box, input, *input.timeline);
      return draw_timeline(painter, box, input);
    case SceneName::memory: return draw_memory(painter, box, input);
    case SceneName::plan: return draw_plan(painter, box, input);
  }
}

class Frame {
 public:
  Frame(Painter& painter, const Box& box, const SceneInput& input)
      : painter_(painter), box_(box), input_(input), u_(input.unit) {}

  void draw() {
    painter_.box(box_, input_.theme.ground);
    const float margin = 24 * u_;
    const bool large = input_.view.presenter;
    const float head = large ? 16 * u_ : 56 * u_;
    const float bar = large ? 0 : 72 * u_;
    const float words = (large ? 110 : 64) * u_;
    if (!large) this->head({box_.x + margin, box_.y, box_.width - 2 * margin, head});
    const Box scene{box_.x + margin, box_.y + head, box_.width - 2 * margin,
                    box_.height - head - bar - words - 8 * u_};
    painter_.push_clip(scene.inset(-8 * u_));
    draw_scene(painter_, scene, input_);
    painter_.pop_clip();
    say({box_.x + margin, scene.bottom() + 8 * u_, scene.width, words});
    if (!large) time_bar({box_.x + margin, box_.bottom() - bar, scene.width, bar});
    if (!input_.view.help) draw_tip(painter_, box_, input_);
    if (input_.view.help) draw_help(painter_, box_, input_);
  }

 private:
  void head(const Box& box) {
    const Theme& theme = input_.theme;
    const float y = box.y + box.height / 2;
    const TextStyle title{Face::strong, legible(20, u_), theme.text};
    const std::string name =
        fmt::format("{} ranks, {}", input_.story.world_size(),
                    is_schedule_trace(input_.story.header()) ? "a schedule" : "a recorded run");
    painter_.text({box.x, y}, name, title);
    float x = box.right();
    for (std::size_t i = all_scenes.size(); i-- > 0;) {
      const SceneName scene = all_scenes[i];
      const bool now = scene == scene_shown(input_);
      const TextStyle style{now ? Face::strong : Face::text, legible(17, u_),
                            now ? theme.text : theme.quiet_text, AlignX::left, AlignY::middle};
      const std::string label = fmt::format("{} {}", i + 1, to_string(scene));
      const float width = painter_.text_width(label, style);
      x -= width;
      painter_.text({x, y}, label, style);
      if (now) painter_.box({x, y + 15 * u_, width, 3 * u_}, theme.accent);
      painter_.name({x - 10 * u_, box.y, width + 20 * u_, box.height},
                    fmt::format("scene {}", to_string(scene)));
      x -= 32 * u_;
    }
    if (!input_.notice.empty()) {
      painter_.text({box.x + painter_.text_width(name, title) + 32 * u_, y}, input_.notice,
                    {Face::text, legible(16, u_), theme.accent});
    }
  }

  // The sentence in one line, or in two where it is long; smaller at last.
  void say(const Box& box) {
    const std::string words = sentence(input_.story, input_.state, input_.view.pinned_rank);
    TextStyle style{Face::text, (input_.view.presenter ? 38 : 24) * u_, input_.theme.text,
                    AlignX::centre, AlignY::middle};
    const Point c = box.centre();
    float width = painter_.text_width(words, style);
    if (width <= box.width) {
      painter_.text(c, words, style);
      return;
    }
    std::size_t cut = words.rfind(' ', words.size() / 2 + 8);
    if (cut == std::string::npos) cut = words.size();
    const std::string first = words.substr(0, cut);
    const std::string second = cut < words.size() ? words.substr(cut + 1) : "";
    style.size = std::min(style.size, box.height * 0.42F);
    width = std::max(painter_.text_width(first, style), painter_.text_width(second, style));
    if (width > box.width) style.size *= box.width / width;
    painter_.text({c.x, c.y - style.size * 0.6F}, first, style);
    painter_.text({c.x, c.y + style.size * 0.65F}, second, style);
  }

  void time_bar(const Box& box) {
    const float middle = box.y + box.height / 2;
    float x = box.x;
    const float side = 34 * u_;
    for (const char* name : {"first", "back", "play", "next", "last"}) {
      button({x, middle - side / 2, side, side}, name);
      x += side + 8 * u_;
    }
    const TextStyle number{Face::number, legible(16, u_), input_.theme.text};
    const std::size_t beats = input_.story.beats().size();
    const std::string position = fmt::format("{:.2f} / {}", input_.logical_time, beats);
    const std::string speed = fmt::format("{:g}×", input_.speed);
    const float position_width =
        painter_.text_width(fmt::format("{}.00 / {}", beats, beats), number);
    painter_.text(
        {box.right(), middle}, speed,
        {Face::number, legible(16, u_), input_.theme.quiet_text, AlignX::right, AlignY::middle});
    painter_.name({box.right() - 60 * u_, middle - side / 2, 60 * u_, side}, "speed");
    const float position_x = box.right() - 72 * u_;
    painter_.text(
        {position_x, middle}, position,
        {Face::number, legible(16, u_), input_.theme.text, AlignX::right, AlignY::middle});
    x += 12 * u_;
    track({x, middle - 14 * u_, position_x - position_width - 24 * u_ - x, 28 * u_});
  }

  void button(const Box& box, std::string_view name) {
    const Theme& theme = input_.theme;
    const bool over = input_.mouse && box.contains(*input_.mouse);
    painter_.box(box, over ? theme.faint : theme.panel, {theme.outline, 1}, 6 * u_);
    painter_.name(box, fmt::format("button {}", name));
    const Point c = box.centre();
    const float r = box.width * 0.2F;
    const auto triangle = [&](float at, float direction) {
      const Point points[]{{c.x + at + direction * r, c.y},
                           {c.x + at - direction * r, c.y - r * 1.2F},
                           {c.x + at - direction * r, c.y + r * 1.2F}};
      painter_.polygon(points, theme.text);
    };
    const auto bar = [&](float at) {
      painter_.box({c.x + at - r * 0.25F, c.y - r * 1.2F, r * 0.5F, r * 2.4F}, theme.text);
    };
    if (name == "play" && input_.playing) {
      bar(-r * 0.6F);
      bar(r * 0.6F);
    } else if (name == "play") {
      triangle(0, 1);
    } else if (name == "next" || name == "last") {
      triangle(-r * 0.3F, 1);
      bar(r * 1.1F);
      if (name == "last") bar(r * 1.9F);
    } else {
      triangle(r * 0.3F, -1);
      bar(-r * 1.1F);
      if (name == "first") bar(-r * 1.9F);
    }
  }

  // All beats from left to right; collectives in turn lighter and darker, with their names where
  // they fit.
  void track(const Box& box) {
    const Theme& theme = input_.theme;
    painter_.name(box, "time track");
    const std::size_t beats = std::max<std::size_t>(input_.story.beats().size(), 1);
    const float per_beat = box.width / static_cast<float>(beats);
    painter_.box(box, theme.panel, {theme.faint, 1}, 4 * u_);
    const auto x_of = [&](double beat) { return box.x + static_cast<float>(beat) * per_beat; };
    painter_.box({box.x, box.bottom() - 4 * u_, x_of(input_.logical_time) - box.x, 4 * u_},
                 theme.quiet_text);
    float free_from = box.x;
    float last_drawn = box.x - 10;
    for (std::size_t beat = 0; beat < input_.story.beats().size();) {
      const int id = input_.story.beats()[beat].collective_id;
      std::size_t end = beat + 1;
      while (end < input_.story.beats().size() && input_.story.beats()[end].collective_id == id)
        ++end;
      const float left = x_of(static_cast<double>(beat));
      const float right = x_of(static_cast<double>(end));
      if (left - last_drawn >= 3 && beat > 0) {
        const Point line[]{{left, box.y + 4 * u_}, {left, box.bottom() - 6 * u_}};
        painter_.path(line, {theme.faint, 1});
        last_drawn = left;
      }
      if (id >= 0) {
        const auto& info = input_.story.header().collectives[static_cast<std::size_t>(id)];
        const std::string name(to_string(info.collective));
        const TextStyle style{Face::text, legible(13, u_), theme.quiet_text};
        if (left >= free_from && painter_.text_width(name, style) + 12 * u_ <= right - left) {
          painter_.text({left + 6 * u_, box.y + box.height * 0.43F}, name, style);
          free_from = right;
        }
      }
      beat = end;
    }
    const float x = x_of(input_.logical_time);
    painter_.box({x - 2 * u_, box.y - 5 * u_, 4 * u_, box.height + 10 * u_}, theme.accent, {},
                 2 * u_);
  }

  Painter& painter_;
  Box box_;
  const SceneInput& input_;
  float u_;
};

}  // namespace

void draw_frame(Painter& painter, const Box& box, const SceneInput& input) {
  Frame(painter, box, input).draw();
}

}  // namespace zerolab
