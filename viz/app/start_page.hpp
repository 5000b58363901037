// What `zerolab-viz` shows when it was given nothing: choose a built-in schedule, or a recent
// trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/app/controller.hpp"
#include "viz/app/source.hpp"

namespace zerolab {

class StartPage {
 public:
  explicit StartPage(std::vector<std::string> recent, ThemeName theme = ThemeName::dark);

  void press(const KeyPress& press);  // arrows choose, Enter opens, T, Q
  void press_mouse(Point at);
  void move_mouse(std::optional<Point> at) { mouse_ = at; }
  void set_places(const Places& places) { places_ = places; }
  void draw(Painter& painter, const Box& box) const;

  // What was chosen, once it was.
  bool has_choice() const { return opened_; }
  std::optional<std::string> chosen_file() const;  // none: the schedule
  ScheduleChoice chosen_schedule() const { return choice_; }
  void reject(std::string why);  // what was chosen could not be opened: says why, and goes on

  bool wants_to_quit() const { return quit_; }
  ThemeName theme_name() const { return theme_; }

 private:
  enum Row { collective_row, algorithm_row, ranks_row, elements_row, open_row, first_recent_row };
  int row_count() const { return first_recent_row + static_cast<int>(recent_.size()); }
  void change(int by);
  std::vector<std::string> algorithms() const;

  std::vector<std::string> recent_;
  ThemeName theme_;
  ScheduleChoice choice_;
  int row_ = open_row;
  bool opened_ = false;
  bool quit_ = false;
  std::string trouble_;
  std::optional<Point> mouse_;
  Places places_;
};

}  // namespace zerolab
