#include "core/profile/kineto_reader.hpp"

#include <optional>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/profile/json_cutter.hpp"
#include "core/profile/trace_text.hpp"
#include "core/trace/chrome_fields.hpp"

namespace zerolab {

namespace {

std::string numbered(std::uint64_t count) {
  return with_separators(static_cast<std::int64_t>(count));
}

// "1 event that mentions", "2 events that mention"
std::string events_that(std::uint64_t count, std::string_view verb) {
  return fmt::format("{} event{} that {}{}", numbered(count), count == 1 ? "" : "s", verb,
                     count == 1 ? "s" : "");
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path)
      : name_(path.string()),
        text_(path),
        cutter_([this](std::string_view object, std::uint64_t byte) { take(object, byte); },
                [this](std::string_view key, std::string_view value) { take_member(key, value); }) {
  }

  ForeignTrace read(const ReadProgress& progress) {
    while (!is_ours_) {
      const std::string_view piece = text_.next();
      if (piece.empty()) break;
      trace_.text_bytes += piece.size();
      if (!cutter_.add(piece)) break;
      progress(text_.bytes_read(), text_.file_bytes());
    }
    if (is_ours_) return {true, {}};
    cutter_.finish();
    refuse_the_unreadable();
    trace_.events = cutter_.events();
    trace_.steps_marked = static_cast<std::int64_t>(steps_.size());
    warn();
    trace_.calls = join(std::move(events_));
    return {false, std::move(trace_)};
  }

 private:
  void take(std::string_view object, std::uint64_t byte) {
    if (!may_concern_communication(object)) return;
    auto event = parser_.event(object);
    if (!event) {
      ++not_json_;
      if (!first_not_json_) first_not_json_ = byte;
      return;
    }
    if (event->has_faulty_numbers && !first_faulty_) first_faulty_ = byte;
    faulty_ += event->has_faulty_numbers ? 1 : 0;
    switch (event->kind) {
      case KinetoKind::kernel: events_.kernels.push_back(*std::move(event)); break;
      case KinetoKind::gpu_annotation: events_.gpu_annotations.push_back(*std::move(event)); break;
      case KinetoKind::host_annotation:
      case KinetoKind::parameters: events_.host.push_back(*std::move(event)); break;
      case KinetoKind::launch: take_launch(*event); break;
      case KinetoKind::step: steps_.insert(event->step); break;
      case KinetoKind::other: break;
    }
  }

  // Launches are many: what is not needed of them is not kept.
  void take_launch(const KinetoEvent& event) {
    if (event.correlation >= 0) {
      events_.launches.push_back({event.correlation, event.lane, event.call.begin_us});
    }
  }

  void take_member(std::string_view key, std::string_view value) {
    if (key == "distributedInfo") {
      if (const auto info = parser_.distributed_info(value)) trace_.info = *info;
    } else if (key == "otherData") {
      is_ours_ = parser_.text_member(value, "format") == trace_format;
    }
  }

  // The reason why the text is not whole; empty where it is. A compressed file that breaks off
  // leaves a text that breaks off: the first is the reason of the second.
  std::string damage() const {
    if (!text_.fault().empty()) return text_.fault();
    if (cutter_.damage().empty()) return {};
    return fmt::format("{}, at byte {} of the {}", cutter_.damage(),
                       numbered(cutter_.damage_byte()),
                       text_.compressed() ? "uncompressed text" : "file");
  }

  void refuse_the_unreadable() const {
    const std::string reason = damage();
    if (!reason.empty() && cutter_.events() == 0) {
      throw input_error("cannot read {}: {}; no event lies before it", name_, reason);
    }
    if (!cutter_.has_events()) {
      throw input_error(
          "cannot read {}: JSON without traceEvents; it should be a trace of `zerolab train "
          "--trace` "
          "or of PyTorch's profiler (export_chrome_trace)",
          name_);
    }
  }

  void warn() {
    if (const std::string reason = damage(); !reason.empty()) {
      trace_.warnings.push_back(
          fmt::format("The file breaks off: {}. Below is what the {} events before it hold.",
                      reason, numbered(cutter_.events())));
    }
    if (not_json_ > 0) {
      trace_.warnings.push_back(
          fmt::format("Left out, as not valid JSON: {} NCCL, first at byte {}.",
                      events_that(not_json_, "mention"), numbered(*first_not_json_)));
    }
    if (cutter_.passed_over() > 0) {
      trace_.warnings.push_back(
          fmt::format("Left out, as longer than {} bytes: values, {} of them.",
                      numbered(longest_event), numbered(cutter_.passed_over())));
    }
    if (faulty_ > 0) {
      trace_.warnings.push_back(fmt::format(
          "Taken as unknown: a size or a time that cannot be, in {} NCCL, first at byte "
          "{}.",
          events_that(faulty_, "mention"), numbered(*first_faulty_)));
    }
  }

  std::string name_;
  TraceText text_;
  JsonCutter cutter_;
  KinetoParser parser_;
  KinetoTrace trace_;
  KinetoEvents events_;
  std::set<std::int64_t> steps_;
  bool is_ours_ = false;
  std::uint64_t not_json_ = 0;
  std::uint64_t faulty_ = 0;
  std::optional<std::uint64_t> first_not_json_;
  std::optional<std::uint64_t> first_faulty_;
};

}  // namespace

ForeignTrace read_foreign_trace(const std::filesystem::path& path, const ReadProgress& progress) {
  return Reader(path).read(progress);
}

}  // namespace zerolab
