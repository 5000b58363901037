// What keys and the mouse do, without any window: a front end passes on what happens, asks for
// pictures, and shows them. Tests do the same.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "viz/paint/places.hpp"
#include "viz/playback/differences.hpp"
#include "viz/playback/playback.hpp"
#include "viz/scene/scene.hpp"

namespace zerolab {

enum class Key {
  space,
  left,
  right,
  up,
  down,
  home,
  end,
  plus,
  minus,
  zero,
  one,
  two,
  three,
  four,
  five,
  six,
  b,
  c,
  l,
  m,
  p,
  q,
  r,
  s,
  t,
  v,
  w,
  enter,
  escape,
  question
};

struct KeyPress {
  Key key = Key::space;
  bool shift = false;
  bool control = false;
};

// A second run, to stand at the right of the first one.
struct RunBeside {
  Trace trace;
  RunTitles titles;
};

class Controller {
 public:
  // A step takes so long at speed 1, in seconds.
  static constexpr double beat_seconds = 0.4;

  // Starts paused, at `at`. Throws an input Error where it pins what the trace does not have, and
  // for a run beside it of another world size. With a run beside it all times are common ones
  // (viz/playback/alignment.hpp).
  Controller(Trace trace, const ViewAt& at, std::optional<RunBeside> beside = std::nullopt);
  ~Controller();

  void press(const KeyPress& press);
  void move_mouse(std::optional<Point> at);  // in the picture's pixels; none: it has left
  void press_mouse(Point at);                // left button; finds places of the last picture
  void release_mouse();
  void scroll(Point at, float notches);  // the timeline zooms about the cursor's place

  // Time passes. Nothing changes by itself while !moving().
  void advance(double seconds);
  bool moving() const { return playing_ || target_.has_value() || notice_seconds_ > 0; }

  // The moment as text (text_view.hpp).
  std::string text();

  // A step under way ends at once.
  void finish_step() {
    if (target_) go(*target_);
  }

  // Makes the state of a moment ready, and shows a scene: for benchmarks.
  void seek(double time) { playback_.at(time); }
  void show_scene(SceneName scene) { show(scene); }

  // To a moment, at once; as if the time bar had been clicked.
  void go_to(double time) {
    playing_ = false;
    go(time);
  }

  // The picture now; remembers its places for the mouse. `scale` is the screen's, 1 for files.
  void draw(Painter& painter, const Box& box);
  void set_places(const Places& places) { places_ = places; }

  ViewAt where() const { return {view_, time_}; }
  bool playing() const { return playing_; }
  double speed() const { return speed_; }
  float zoom() const { return zoom_; }  // of the interface, 0.5 … 3
  bool wants_to_quit() const { return quit_; }
  // Of the left run, where there are two.
  const Story& story() const { return playback_.story(); }
  // The last moment: so many steps and operations are shown.
  std::size_t beat_count() const;

  // Whether somebody asked for a file of the picture, once after each time.
  bool take_shot_request() { return std::exchange(shot_, false); }
  // Shown in the head for two seconds.
  void say(std::string notice);

  // The text to put on the clipboard, once after each time somebody asked for it.
  std::optional<std::string> take_copied();

 private:
  void go(double time);     // at once
  void glide(double time);  // over beat_seconds
  void press_control(const KeyPress& press);
  void press_plain(const KeyPress& press);
  void click(const std::string& name, Point at);
  void scrub(Point at);
  void show(SceneName scene) { view_.scene = scene; }
  void pin_next_rank(int by);
  void pin_next_chunk(int by);
  void zoom_timeline(double factor, double about);
  int chunk_count();
  std::int64_t duration_ns() const;
  const Stops& stops() const;
  double beat_begin(std::optional<Side> side, std::size_t beat) const;

  // A run's state and what else its pane shows, at its own logical time.
  SceneInput scene_input(Playback& playback, double time, std::unique_ptr<TimelineIndex>& timeline,
                         const Box& box);
  std::span<const TransferDifference> differences();

  // The run at the right.
  struct SecondRun {
    Playback playback;
    RunTitles titles;
    Alignment alignment;
    Stops stops;
    std::unique_ptr<TimelineIndex> timeline;
    std::optional<std::size_t> compared;  // the pair that `differences` are of
    std::vector<TransferDifference> differences;
  };

  Playback playback_;
  std::unique_ptr<TimelineIndex> timeline_;  // made when the timeline is first looked at
  std::unique_ptr<SecondRun> second_;        // none: the run stands by itself
  View view_;
  double time_ = 0;
  std::optional<double> target_;  // where a step under way leads
  bool playing_ = false;
  double speed_ = 1;
  float zoom_ = 1;
  bool quit_ = false;
  bool shot_ = false;
  bool scrubbing_ = false;
  std::optional<Point> mouse_;
  Places places_;  // of the last picture
  std::optional<std::string> copied_;
  std::string notice_;
  double notice_seconds_ = 0;
};

}  // namespace zerolab
