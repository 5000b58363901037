// What a controller shows: the picture and the text of a moment, of one run or of two.
#include <algorithm>

#include "viz/app/controller.hpp"
#include "viz/app/text_view.hpp"
#include "viz/scene/pair_frame.hpp"
#include "viz/scene/timeline_index.hpp"

namespace zerolab {

SceneInput Controller::scene_input(Playback& playback, double time,
                                   std::unique_ptr<TimelineIndex>& timeline, const Box& box) {
  const std::int64_t measured = playback.measured_of(time);
  const PlaybackState& state =
      view_.axis == TimeAxis::logical ? playback.at(time) : playback.at_measured(measured);
  if (view_.scene == SceneName::timeline && timeline == nullptr) {
    timeline = std::make_unique<TimelineIndex>(playback.story());
  }
  const Place* hovered = mouse_ ? places_.at(*mouse_) : nullptr;
  return {.story = playback.story(),
          .state = state,
          .view = view_,
          .theme = theme(view_.theme),
          .logical_time = time,
          .measured_ns = measured,
          .unit = std::min(box.width / 1920, box.height / 1080) * zoom_,
          .mouse = mouse_,
          .hovered = hovered == nullptr ? std::string() : hovered->name,
          .playing = playing_,
          .speed = speed_,
          .timeline = timeline.get(),
          .notice = notice_};
}

std::span<const TransferDifference> Controller::differences() {
  const auto shown = second_->alignment.shown(time_);
  if (shown != second_->compared) {
    second_->compared = shown;
    second_->differences.clear();
    if (shown) {
      second_->differences = differences_of(playback_.story(), second_->playback.story(),
                                            second_->alignment.pairs()[*shown]);
    }
  }
  return second_->differences;
}

void Controller::draw(Painter& painter, const Box& box) {
  if (!second_) return draw_frame(painter, box, scene_input(playback_, time_, timeline_, box));
  const Alignment& alignment = second_->alignment;
  const SceneInput left =
      scene_input(playback_, alignment.time_of(Side::left, time_), timeline_, box);
  const SceneInput right =
      scene_input(second_->playback, alignment.time_of(Side::right, time_), second_->timeline, box);
  draw_pair(painter, box, {left, right, alignment, time_, differences(), second_->titles});
}

std::string Controller::text() {
  if (!second_) return text_view(playback_.story(), playback_.at(time_), time_, view_.pinned_rank);
  const Alignment& alignment = second_->alignment;
  const double left = alignment.time_of(Side::left, time_);
  const double right = alignment.time_of(Side::right, time_);
  return pair_text_view({playback_.story(), playback_.at(left), left},
                        {second_->playback.story(), second_->playback.at(right), right}, alignment,
                        time_, differences(), second_->titles, view_.pinned_rank);
}

}  // namespace zerolab
