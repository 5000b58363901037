// What the picture of one run and the picture of two have in common.
#include "viz/scene/frame_parts.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "viz/scene/fitting_text.hpp"
#include "viz/scene/timeline_scene.hpp"

namespace zerolab {

namespace {

constexpr int most_ring_ranks = 16;

class TimeBar {
 public:
  TimeBar(Painter& painter, const SceneInput& input, double time, const std::vector<Beat>& beats,
          const TraceHeader& header)
      : painter_(painter),
        input_(input),
        time_(time),
        beats_(beats),
        header_(header),
        u_(input.unit) {}

  void draw(const Box& box) {
    const float middle = box.y + box.height / 2;
    float x = box.x;
    const float side = 34 * u_;
    for (const char* name : {"first", "back", "play", "next", "last"}) {
      button({x, middle - side / 2, side, side}, name);
      x += side + 8 * u_;
    }
    const TextStyle number{Face::number, legible(16, u_), input_.theme.text};
    const std::size_t beats = beats_.size();
    const std::string position = fmt::format("{:.2f} / {}", time_, beats);
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

 private:
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
    const std::size_t beats = std::max<std::size_t>(beats_.size(), 1);
    const float per_beat = box.width / static_cast<float>(beats);
    painter_.box(box, theme.panel, {theme.faint, 1}, 4 * u_);
    const auto x_of = [&](double beat) { return box.x + static_cast<float>(beat) * per_beat; };
    painter_.box({box.x, box.bottom() - 4 * u_, x_of(time_) - box.x, 4 * u_}, theme.quiet_text);
    float free_from = box.x;
    float last_drawn = box.x - 10;
    for (std::size_t beat = 0; beat < beats_.size();) {
      const int id = beats_[beat].collective_id;
      std::size_t end = beat + 1;
      while (end < beats_.size() && beats_[end].collective_id == id) ++end;
      const float left = x_of(static_cast<double>(beat));
      const float right = x_of(static_cast<double>(end));
      if (left - last_drawn >= 3 && beat > 0) {
        const Point line[]{{left, box.y + 4 * u_}, {left, box.bottom() - 6 * u_}};
        painter_.path(line, {theme.faint, 1});
        last_drawn = left;
      }
      if (id >= 0) {
        const auto& info = header_.collectives[static_cast<std::size_t>(id)];
        const std::string name(to_string(info.collective));
        const TextStyle style{Face::text, legible(13, u_), theme.quiet_text};
        if (left >= free_from && painter_.text_width(name, style) + 12 * u_ <= right - left) {
          painter_.text({left + 6 * u_, box.y + box.height * 0.43F}, name, style);
          free_from = right;
        }
      }
      beat = end;
    }
    const float x = x_of(time_);
    painter_.box({x - 2 * u_, box.y - 5 * u_, 4 * u_, box.height + 10 * u_}, theme.accent, {},
                 2 * u_);
  }

  Painter& painter_;
  const SceneInput& input_;
  double time_;
  const std::vector<Beat>& beats_;
  const TraceHeader& header_;
  float u_;
};

}  // namespace

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

void draw_frame_head(Painter& painter, const Box& box, const SceneInput& input,
                     std::string_view name) {
  const float u = input.unit;
  const Theme& theme = input.theme;
  const float y = box.y + box.height / 2;
  const TextStyle title{Face::strong, legible(20, u), theme.text};
  painter.text({box.x, y}, name, title);
  float x = box.right();
  for (std::size_t i = all_scenes.size(); i-- > 0;) {
    const SceneName scene = all_scenes[i];
    const bool now = scene == scene_shown(input);
    const TextStyle style{now ? Face::strong : Face::text, legible(17, u),
                          now ? theme.text : theme.quiet_text, AlignX::left, AlignY::middle};
    const std::string label = fmt::format("{} {}", i + 1, to_string(scene));
    const float width = painter.text_width(label, style);
    x -= width;
    painter.text({x, y}, label, style);
    if (now) painter.box({x, y + 15 * u, width, 3 * u}, theme.accent);
    painter.name({x - 10 * u, box.y, width + 20 * u, box.height},
                 fmt::format("scene {}", to_string(scene)));
    x -= 32 * u;
  }
  if (!input.notice.empty()) {
    painter.text({box.x + painter.text_width(name, title) + 32 * u, y}, input.notice,
                 {Face::text, legible(16, u), theme.accent});
  }
}

void draw_words(Painter& painter, const Box& box, const std::string& words, float size,
                Colour ink) {
  TextStyle style{Face::text, size, ink, AlignX::centre, AlignY::middle};
  const Point c = box.centre();
  float width = painter.text_width(words, style);
  if (width <= box.width) {
    painter.text(c, words, style);
    return;
  }
  std::size_t cut = words.rfind(' ', words.size() / 2 + 8);
  if (cut == std::string::npos) cut = words.size();
  const std::string first = words.substr(0, cut);
  const std::string second = cut < words.size() ? words.substr(cut + 1) : "";
  style.size = std::min(style.size, box.height * 0.42F);
  width = std::max(painter.text_width(first, style), painter.text_width(second, style));
  if (width > box.width) style.size *= box.width / width;
  painter.text({c.x, c.y - style.size * 0.6F}, first, style);
  painter.text({c.x, c.y + style.size * 0.65F}, second, style);
}

void draw_time_bar(Painter& painter, const Box& box, const SceneInput& input, double time,
                   const std::vector<Beat>& beats, const TraceHeader& header) {
  TimeBar(painter, input, time, beats, header).draw(box);
}

}  // namespace zerolab
