#include "viz/app/start_page.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

namespace {

constexpr std::array offered_ranks{2, 3, 4, 5, 6, 8, 12, 16, 32, 64};
// Per rank; 10 in all shows uneven chunks.
constexpr std::array<std::int64_t, 4> offered_elements{0, 10, 1000, 1'000'000};

template <typename Values, typename Value>
Value neighbour_in(const Values& values, const Value& now, int by) {
  const auto found = std::find(values.begin(), values.end(), now);
  const auto count = static_cast<int>(values.size());
  const int at = found == values.end() ? 0 : static_cast<int>(found - values.begin());
  return values[static_cast<std::size_t>((at + by % count + count) % count)];
}

}  // namespace

StartPage::StartPage(std::vector<std::string> recent, ThemeName theme)
    : recent_(std::move(recent)), theme_(theme) {
  choice_.algorithm = algorithms().front();
}

std::vector<std::string> StartPage::algorithms() const {
  std::vector<std::string> names;
  for (const std::string_view name : algorithms_for(parse_collective(choice_.collective))) {
    names.emplace_back(name);
  }
  return names;
}

std::optional<std::string> StartPage::chosen_file() const {
  if (row_ < first_recent_row) return std::nullopt;
  return recent_[static_cast<std::size_t>(row_ - first_recent_row)];
}

void StartPage::reject(std::string why) {
  trouble_ = std::move(why);
  opened_ = false;
}

void StartPage::change(int by) {
  switch (row_) {
    case collective_row: {
      std::vector<std::string> names;
      for (const Collective collective : all_collectives) names.emplace_back(to_string(collective));
      choice_.collective = neighbour_in(names, choice_.collective, by);
      choice_.algorithm = algorithms().front();
      return;
    }
    case algorithm_row:
      choice_.algorithm = neighbour_in(algorithms(), choice_.algorithm, by);
      return;
    case ranks_row: choice_.ranks = neighbour_in(offered_ranks, choice_.ranks, by); return;
    case elements_row:
      choice_.elements = neighbour_in(offered_elements, choice_.elements, by);
      return;
    default: return;
  }
}

void StartPage::press(const KeyPress& press) {
  trouble_.clear();
  const int rows = row_count();
  switch (press.key) {
    case Key::up: row_ = (row_ + rows - 1) % rows; return;
    case Key::down: row_ = (row_ + 1) % rows; return;
    case Key::left: return change(-1);
    case Key::right: return change(1);
    case Key::enter:
    case Key::space: opened_ = true; return;
    case Key::t: theme_ = theme_ == ThemeName::dark ? ThemeName::light : ThemeName::dark; return;
    case Key::q:
    case Key::escape: quit_ = true; return;
    case Key::home:
    case Key::end:
    case Key::plus:
    case Key::minus:
    case Key::zero:
    case Key::one:
    case Key::two:
    case Key::three:
    case Key::four:
    case Key::five:
    case Key::six:
    case Key::b:
    case Key::c:
    case Key::l:
    case Key::m:
    case Key::p:
    case Key::r:
    case Key::s:
    case Key::v:
    case Key::w:
    case Key::question: return;
  }
}

void StartPage::press_mouse(Point at) {
  const Place* place = places_.at(at);
  if (place == nullptr) return;
  const std::string& name = place->name;
  const auto row_of = [&](std::size_t from) {
    int row = 0;
    std::from_chars(name.data() + from, name.data() + name.size(), row);
    return row;
  };
  if (name.rfind("less ", 0) == 0 || name.rfind("more ", 0) == 0) {
    row_ = row_of(5);
    change(name[0] == 'l' ? -1 : 1);
  } else if (name.rfind("row ", 0) == 0) {
    row_ = row_of(4);
    if (row_ >= open_row) opened_ = true;
  }
}

void StartPage::draw(Painter& painter, const Box& box) const {
  const Theme& colours = theme(theme_);
  const float u = std::min(box.width / 1920, box.height / 1080) * 1.25F;
  painter.box(box, colours.ground);
  const float width = std::min(900 * u, box.width - 48 * u);
  const float left = box.centre().x - width / 2;
  float y = box.y + 110 * u;
  painter.text({left, y}, "zerolab", {Face::strong, 40 * u, colours.text});
  y += 44 * u;
  painter.text({left, y}, "what each rank sends, receives and stores",
               {Face::text, 19 * u, colours.quiet_text});
  y += 64 * u;
  const float height = 46 * u;
  const auto row = [&](int number, const std::string& label, const std::string& value,
                       bool changes) {
    const Box line{left, y, width, height - 6 * u};
    const bool now = number == row_;
    painter.box(line, now ? colours.panel : colours.ground,
                {now ? colours.accent : colours.faint, now ? 2 * u : 1}, 6 * u);
    painter.name(line, fmt::format("row {}", number));
    const float middle = line.centre().y;
    painter.text({left + 18 * u, middle}, label, {Face::text, 18 * u, colours.text});
    const TextStyle style{Face::number, 17 * u, colours.text, AlignX::centre, AlignY::middle};
    if (changes) {
      const float x = left + width - 190 * u;
      painter.text({x, middle}, value, style);
      painter.text({x - 160 * u, middle}, "‹", style);
      painter.text({x + 160 * u, middle}, "›", style);
      painter.name({x - 180 * u, line.y, 40 * u, line.height}, fmt::format("less {}", number));
      painter.name({x + 140 * u, line.y, 40 * u, line.height}, fmt::format("more {}", number));
    }
    y += height;
  };
  row(collective_row, "collective", choice_.collective, true);
  row(algorithm_row, "algorithm", choice_.algorithm, true);
  row(ranks_row, "ranks", std::to_string(choice_.ranks), true);
  row(elements_row, "elements",
      choice_.elements == 0 ? fmt::format("{} (1,000 each)", with_separators(1000 * choice_.ranks))
                            : with_separators(choice_.elements),
      true);
  row(open_row, "show this schedule", "", false);
  y += 26 * u;
  painter.text({left, y},
               recent_.empty()
                   ? "Record a run to see it here: ./lab train --trace run.trace.json.gz"
                   : "Recent traces",
               {Face::strong, 18 * u, colours.quiet_text});
  y += 26 * u;
  for (std::size_t i = 0; i < recent_.size(); ++i) {
    std::string name = recent_[i];
    while (name.size() > 12 &&
           painter.text_width(name, {Face::text, 18 * u, colours.text}) > width - 40 * u) {
      name = "…" + name.substr(name.size() / 8 + 4);
    }
    row(first_recent_row + static_cast<int>(i), name, "", false);
  }
  painter.text(
      {left, box.bottom() - 40 * u},
      trouble_.empty() ? "↑ ↓ choose   ← → change   Enter opens   T theme   Q quits" : trouble_,
      {Face::text, 17 * u, trouble_.empty() ? colours.quiet_text : colours.bad});
}

}  // namespace zerolab
