#include "viz/app/controller.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/words.hpp"
#include "viz/scene/pair_frame.hpp"
#include "viz/scene/timeline_index.hpp"

namespace zerolab {

namespace {

constexpr double slowest = 0.125;
constexpr double fastest = 64;
constexpr float smallest_zoom = 0.5F;
constexpr float largest_zoom = 3;
constexpr double notice_time = 2;

// The numbers in a place's name, in order: "rank 2 chunk 3" has 2 and 3.
std::vector<int> numbers_in(std::string_view name) {
  std::vector<int> numbers;
  for (const std::string_view word : words_of(name)) {
    int number = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (status == std::errc{} && end == word.data() + word.size()) numbers.push_back(number);
  }
  return numbers;
}

// The next of `count` numbers after `now`, none between the last and the first.
std::optional<int> next_pin(std::optional<int> now, int by, int count) {
  if (count == 0) return std::nullopt;
  const int next = now ? *now + by : by > 0 ? 0 : count - 1;
  return next < 0 || next >= count ? std::nullopt : std::optional(next);
}

void toggle(std::optional<int>& pin, int value) {
  pin = pin == value ? std::nullopt : std::optional(value);
}

}  // namespace

Controller::Controller(Trace trace, const ViewAt& at, std::optional<RunBeside> beside)
    : playback_(std::move(trace)), view_(at.view) {
  if (beside) {
    Playback right(std::move(beside->trace));
    Alignment alignment(playback_.story(), right.story());
    Stops stops(alignment.beats());
    second_ = std::make_unique<SecondRun>(std::move(right), std::move(beside->titles),
                                          std::move(alignment), std::move(stops), nullptr,
                                          std::nullopt, std::vector<TransferDifference>());
  }
  const int ranks = playback_.story().world_size();
  if (view_.pinned_rank && *view_.pinned_rank >= ranks) {
    throw input_error("pin-rank={}: the ranks are 0 to {}", *view_.pinned_rank, ranks - 1);
  }
  if (at.time > stops().last()) {
    throw input_error("time={:g}: the last moment is {} (so many steps and operations are shown)",
                      at.time, beat_count());
  }
  go(at.time);
}

Controller::~Controller() = default;

std::size_t Controller::beat_count() const {
  return second_ ? second_->alignment.beats().size() : playback_.story().beats().size();
}

const Stops& Controller::stops() const {
  return second_ ? second_->stops : playback_.stops();
}

// In what a controller counts time, of a beat of the run of that pane.
double Controller::beat_begin(std::optional<Side> side, std::size_t beat) const {
  return second_ && side ? second_->alignment.common_of(*side, beat) : static_cast<double>(beat);
}

void Controller::go(double time) {
  time_ = std::clamp(time, 0.0, stops().last());
  target_.reset();
  if (time_ >= stops().last()) playing_ = false;
}

// A step that is still under way is finished first, so that pressing a key n times moves by n.
void Controller::glide(double time) {
  playing_ = false;
  target_ = time;
  if (time == time_) target_.reset();
}

void Controller::press(const KeyPress& press) {
  if (press.control) {
    press_control(press);
  } else {
    press_plain(press);
  }
}

void Controller::press_control(const KeyPress& press) {
  switch (press.key) {
    case Key::plus: zoom_ = std::min(zoom_ * 1.125F, largest_zoom); return;
    case Key::minus: zoom_ = std::max(zoom_ / 1.125F, smallest_zoom); return;
    case Key::zero: zoom_ = 1; return;
    case Key::left: playing_ = false; return go(stops().previous_operation(time_));
    case Key::right: playing_ = false; return go(stops().next_operation(time_));
    case Key::q: quit_ = true; return;
    case Key::c: copied_ = to_text(where()); return say("state copied");
    case Key::space:
    case Key::home:
    case Key::end:
    case Key::one:
    case Key::two:
    case Key::three:
    case Key::four:
    case Key::five:
    case Key::six:
    case Key::b:
    case Key::l:
    case Key::m:
    case Key::p:
    case Key::r:
    case Key::s:
    case Key::t:
    case Key::v:
    case Key::w:
    case Key::up:
    case Key::down:
    case Key::enter:
    case Key::escape:
    case Key::question: return;
  }
}

void Controller::press_plain(const KeyPress& press) {
  const double from = target_.value_or(time_);
  const int by = press.shift ? -1 : 1;
  switch (press.key) {
    case Key::space:
      if (!playing_ && time_ >= stops().last()) go(0);
      target_.reset();
      playing_ = !playing_;
      return;
    case Key::left:
      if (press.shift) {
        playing_ = false;
        return go(stops().previous_collective(from));
      }
      if (target_) go(from);
      return glide(stops().previous_beat(from));
    case Key::right:
      if (press.shift) {
        playing_ = false;
        return go(stops().next_collective(from));
      }
      if (target_) go(from);
      return glide(stops().next_beat(from));
    case Key::home: playing_ = false; return go(0);
    case Key::end: return go(stops().last());
    case Key::plus: speed_ = std::min(speed_ * 2, fastest); return;
    case Key::minus: speed_ = std::max(speed_ / 2, slowest); return;
    case Key::one: return show(SceneName::ring);
    case Key::two: return show(SceneName::matrix);
    case Key::three: return show(SceneName::counters);
    case Key::four: return show(SceneName::timeline);
    case Key::five: return show(SceneName::memory);
    case Key::six: return show(SceneName::plan);
    case Key::m: return show(view_.scene == SceneName::ring ? SceneName::matrix : SceneName::ring);
    case Key::v: view_.values = !view_.values; return;
    case Key::b: view_.both_directions = !view_.both_directions; return;
    case Key::l:
      view_.axis = view_.axis == TimeAxis::logical ? TimeAxis::measured : TimeAxis::logical;
      return;
    case Key::t:
      view_.theme = view_.theme == ThemeName::dark ? ThemeName::light : ThemeName::dark;
      return;
    case Key::p: view_.presenter = !view_.presenter; return;
    case Key::r: return pin_next_rank(by);
    case Key::c: return pin_next_chunk(by);
    case Key::s: copied_ = to_text(where()); return say("state copied");
    case Key::question: view_.help = !view_.help; return;
    case Key::escape:
      if (view_.help) {
        view_.help = false;
      } else {
        view_.pinned_rank.reset();
        view_.pinned_chunk.reset();
        view_.timeline_window.reset();
      }
      return;
    case Key::q: quit_ = true; return;
    case Key::w: shot_ = true; return;
    case Key::zero:
    case Key::up:
    case Key::down:
    case Key::enter: return;
  }
}

int Controller::chunk_count() {
  if (!second_) return playback_.at(time_).chunk_count;
  const Alignment& alignment = second_->alignment;
  return std::max(playback_.at(alignment.time_of(Side::left, time_)).chunk_count,
                  second_->playback.at(alignment.time_of(Side::right, time_)).chunk_count);
}

std::int64_t Controller::duration_ns() const {
  const std::int64_t left = playback_.story().duration_ns();
  return second_ ? std::max(left, second_->playback.story().duration_ns()) : left;
}

void Controller::pin_next_rank(int by) {
  view_.pinned_rank = next_pin(view_.pinned_rank, by, playback_.story().world_size());
}

void Controller::pin_next_chunk(int by) {
  view_.pinned_chunk = next_pin(view_.pinned_chunk, by, chunk_count());
}

void Controller::say(std::string notice) {
  notice_ = std::move(notice);
  notice_seconds_ = notice_time;
}

void Controller::move_mouse(std::optional<Point> at) {
  mouse_ = at;
  if (scrubbing_ && at) scrub(*at);
}

void Controller::press_mouse(Point at) {
  mouse_ = at;
  const Place* place = places_.at(at);
  if (place != nullptr) click(std::string(place->name), at);
}

void Controller::release_mouse() {
  scrubbing_ = false;
}

void Controller::scrub(Point at) {
  const Place* track = places_.find("time track");
  if (track == nullptr || track->box.width <= 0) return;
  playing_ = false;
  const double part = static_cast<double>((at.x - track->box.x) / track->box.width);
  go(part * stops().last());
}

void Controller::click(const std::string& full_name, Point at) {
  const auto& [side, name] = parse_place(full_name);
  const std::vector<int> numbers = numbers_in(name);
  const auto begins = [&](std::string_view prefix) { return name.rfind(prefix, 0) == 0; };
  if (begins("button ")) {
    const std::string button = name.substr(7);
    if (button == "play") press({Key::space});
    if (button == "first") press({Key::home});
    if (button == "last") press({Key::end});
    if (button == "back") press({Key::left});
    if (button == "next") press({Key::right});
  } else if (begins("scene ")) {
    show(parse_scene(name.substr(6)));
  } else if (name == "time track") {
    scrubbing_ = true;
    scrub(at);
  } else if (name == "speed") {
    speed_ = speed_ >= 8 ? 0.5 : speed_ * 2;
  } else if (name == "help") {
    view_.help = false;
  } else if (begins("step ") && numbers.size() == 1) {
    Playback& playback = side == Side::right ? second_->playback : playback_;
    const double time = second_ && side ? second_->alignment.time_of(*side, time_) : time_;
    const Range beats = playback.story().beats_of_collective(playback.at(time).collective_id);
    playing_ = false;
    go(beat_begin(side, beats.begin + static_cast<std::size_t>(numbers[0])) + 1);
  } else if (begins("rank ") && numbers.size() == 2) {
    toggle(view_.pinned_chunk, numbers[1]);
  } else if ((begins("rank ") || begins("row ") || begins("lane ")) && !numbers.empty()) {
    toggle(view_.pinned_rank, numbers[0]);
  } else if (begins("flight ") && numbers.size() == 3) {
    toggle(view_.pinned_chunk, numbers[2]);
  }
}

// `about` is a part of the window, 0 … 1, that stays where it is.
void Controller::zoom_timeline(double factor, double about) {
  const auto whole = static_cast<double>(std::max<std::int64_t>(duration_ns(), 1));
  const auto window = view_.timeline_window.value_or(std::array<std::int64_t, 2>{0, duration_ns()});
  const auto length = static_cast<double>(window[1] - window[0]);
  const double wanted = std::clamp(length / factor, std::min(100.0, whole), whole);
  const double fixed = static_cast<double>(window[0]) + about * length;
  const double begin = std::clamp(fixed - about * wanted, 0.0, whole - wanted);
  if (wanted >= whole) {
    view_.timeline_window.reset();
    return;
  }
  view_.timeline_window = {std::llround(begin),
                           std::max(std::llround(begin + wanted), std::llround(begin) + 1)};
}

void Controller::scroll(Point at, float notches) {
  if (view_.scene == SceneName::timeline) {
    const Place* place = places_.find("timeline");
    for (const Side side : both_sides) {
      const Place* pane = places_.find(std::string(place_prefix(side)) + "timeline");
      if (pane != nullptr && pane->box.contains(at)) place = pane;
    }
    const double about =
        place != nullptr && place->box.width > 0
            ? std::clamp(static_cast<double>((at.x - place->box.x) / place->box.width), 0.0, 1.0)
            : 0.5;
    zoom_timeline(std::pow(1.25, static_cast<double>(notches)), about);
  } else if (notches != 0) {
    press({notches > 0 ? Key::left : Key::right});
  }
}

void Controller::advance(double seconds) {
  notice_seconds_ = std::max(0.0, notice_seconds_ - seconds);
  if (notice_seconds_ == 0) notice_.clear();
  const double beats = seconds * speed_ / beat_seconds;
  if (target_) {
    const double target = *target_;
    const double way = target - time_;
    // A jump over several beats takes as long as one.
    const double pace = std::max(1.0, std::abs(way)) * std::max(1.0 / speed_, 1.0);
    if (std::abs(way) <= beats * pace) {
      go(target);
    } else {
      time_ += std::copysign(beats * pace, way);
    }
  } else if (playing_) {
    go(time_ + beats);
  }
}

std::optional<std::string> Controller::take_copied() {
  std::optional<std::string> text;
  std::swap(text, copied_);
  return text;
}

}  // namespace zerolab
