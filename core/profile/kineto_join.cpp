#include "core/profile/kineto_join.hpp"

#include <algorithm>
#include <unordered_map>

namespace zerolab {

namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

bool begins_earlier(const KinetoEvent& a, const KinetoEvent& b) {
  return a.call.begin_us < b.call.begin_us;
}

// Whether a kernel of one kind can be what a call of the other asked for.
bool compatible(CallKind kernel, CallKind asked) {
  if (kernel == asked || kernel == CallKind::unknown || asked == CallKind::unknown) return true;
  if (kernel == CallKind::all_reduce) return asked == CallKind::barrier;
  // Uneven sizes: NCCL's own all-gather takes even ones only.
  if (kernel == CallKind::broadcast) return asked == CallKind::all_gather;
  if (kernel == CallKind::reduce) return asked == CallKind::reduce_scatter;
  if (kernel != CallKind::send_receive) return false;
  return asked == CallKind::all_to_all || asked == CallKind::send || asked == CallKind::receive ||
         asked == CallKind::gather || asked == CallKind::scatter;
}

// Spans of one kind on each lane, for asking which of them holds a moment.
class Spans {
 public:
  explicit Spans(const std::vector<KinetoEvent>& events) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Call& call = events[i].call;
      if (call.duration_us >= 0) lanes_[events[i].lane].push_back({call.begin_us, end_of(call), i});
    }
    for (auto& [lane, spans] : lanes_) {
      std::stable_sort(spans.begin(), spans.end(),
                       [](const Span& a, const Span& b) { return a.begin < b.begin; });
    }
  }

  // The one that began last of those around the moment: the innermost.
  std::size_t around(std::uint64_t lane, double moment) const {
    const auto found = lanes_.find(lane);
    if (found == lanes_.end()) return nobody;
    const std::vector<Span>& spans = found->second;
    auto span = std::upper_bound(spans.begin(), spans.end(), moment,
                                 [](double at, const Span& s) { return at < s.begin; });
    constexpr int deepest = 4;  // nccl:coalesced around nccl:all_gather …
    for (int level = 0; level < deepest && span != spans.begin(); ++level) {
      --span;
      if (moment <= span->end) return span->index;
    }
    return nobody;
  }

 private:
  struct Span {
    double begin, end;
    std::size_t index;
  };
  static double end_of(const Call& call) { return call.begin_us + call.duration_us; }

  std::unordered_map<std::uint64_t, std::vector<Span>> lanes_;
};

// The calls of the host, each once, and which External ids mean it.
class HostCalls {
 public:
  // A call is in a file as an annotation, in newer files as record_param_comms too; one of the two
  // lies inside the other on the host's timeline.
  explicit HostCalls(std::vector<KinetoEvent> events) {
    std::vector<KinetoEvent> annotations, parameters;
    for (KinetoEvent& event : events) {
      const bool is_annotation = event.kind == KinetoKind::host_annotation;
      if (!is_annotation && event.call.kind == CallKind::unknown) continue;  // "wait", "init"
      (is_annotation ? annotations : parameters).push_back(std::move(event));
    }
    const Spans around_annotations(annotations);
    const Spans around_parameters(parameters);
    std::vector<std::size_t> partner(annotations.size(), nobody);
    for (std::size_t a = 0; a < annotations.size(); ++a) {
      partner[a] = around_parameters.around(annotations[a].lane, annotations[a].call.begin_us);
    }
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      const std::size_t a =
          around_annotations.around(parameters[p].lane, parameters[p].call.begin_us);
      if (a != nobody && partner[a] == nobody) partner[a] = p;
    }
    calls_ = std::move(parameters);
    for (std::size_t i = 0; i < calls_.size(); ++i) remember(calls_[i].external_id, i);
    for (std::size_t a = 0; a < annotations.size(); ++a) add(std::move(annotations[a]), partner[a]);
    taken_.resize(calls_.size(), nobody);
  }

  std::size_t with_external_id(std::int64_t id) const {
    const auto found = by_external_id_.find(id);
    return id >= 0 && found != by_external_id_.end() ? found->second : nobody;
  }

  const std::vector<KinetoEvent>& all() const { return calls_; }
  // The kernel (of the result) that a call became; nobody while there is none.
  std::size_t& taken(std::size_t call) { return taken_[call]; }

 private:
  void add(KinetoEvent annotation, std::size_t partner) {
    if (partner != nobody && compatible(annotation.call.kind, calls_[partner].call.kind)) {
      remember(annotation.external_id, partner);
      return;
    }
    remember(annotation.external_id, calls_.size());
    calls_.push_back(std::move(annotation));
  }

  void remember(std::int64_t external_id, std::size_t call) {
    if (external_id >= 0) by_external_id_.emplace(external_id, call);
  }

  std::vector<KinetoEvent> calls_;
  std::vector<std::size_t> taken_;
  std::unordered_map<std::int64_t, std::size_t> by_external_id_;
};

class Joiner {
 public:
  explicit Joiner(const KinetoEvents& events)
      : events_(events),
        host_(events.host),
        gpu_spans_(events.gpu_annotations),
        host_spans_(host_.all()) {
    for (std::size_t i = 0; i < events_.launches.size(); ++i) {
      launches_.emplace(events_.launches[i].correlation, i);
    }
  }

  JoinedCalls run() {
    for (const KinetoEvent& kernel : events_.kernels) add(kernel);
    for (std::size_t i = 0; i < host_.all().size(); ++i) {
      if (host_.taken(i) == nobody) result_.host.push_back(host_.all()[i].call);
    }
    return std::move(result_);
  }

 private:
  std::size_t caller_of(const KinetoEvent& kernel) const {
    const auto if_fits = [&](std::size_t call) {
      const bool fits = call != nobody && compatible(kernel.call.kind, host_.all()[call].call.kind);
      return fits ? call : nobody;
    };
    if (kernel.external_id != kernel.correlation) {
      const std::size_t call = if_fits(host_.with_external_id(kernel.external_id));
      if (call != nobody) return call;
    }
    const std::size_t drawn = gpu_spans_.around(kernel.lane, kernel.call.begin_us);
    if (drawn != nobody) {
      const std::size_t call =
          if_fits(host_.with_external_id(events_.gpu_annotations[drawn].external_id));
      if (call != nobody) return call;
    }
    const auto launch = launches_.find(kernel.correlation);
    if (kernel.correlation < 0 || launch == launches_.end()) return nobody;
    const Launch& start = events_.launches[launch->second];
    return if_fits(host_spans_.around(start.lane, start.begin_us));
  }

  void add(const KinetoEvent& kernel) {
    const std::size_t caller = caller_of(kernel);
    if (caller == nobody) {
      result_.kernels.push_back(kernel.call);
      return;
    }
    std::size_t& taken = host_.taken(caller);
    if (taken != nobody && !kernel.call.input_elements) {
      double& duration = result_.kernels[taken].duration_us;
      if (kernel.call.duration_us >= 0)
        duration = std::max(duration, 0.0) + kernel.call.duration_us;
      return;
    }
    taken = result_.kernels.size();
    result_.kernels.push_back(kernel.call);
    if (!kernel.call.input_elements) describe(result_.kernels.back(), host_.all()[caller].call);
  }

  void describe(Call& kernel, const Call& asked) {
    if (asked.kind != CallKind::unknown) {
      kernel.kind = asked.kind;
      kernel.called.clear();
    }
    kernel.input_elements = asked.input_elements;
    kernel.output_elements = asked.output_elements;
    if (!kernel.group_size) kernel.group_size = asked.group_size;
    if (kernel.dtype.empty()) kernel.dtype = asked.dtype;
    if (asked.input_elements) ++result_.given_sizes;
  }

  const KinetoEvents& events_;
  HostCalls host_;
  Spans gpu_spans_;
  Spans host_spans_;
  std::unordered_map<std::int64_t, std::size_t> launches_;
  JoinedCalls result_;
};

}  // namespace

JoinedCalls join(KinetoEvents events) {
  std::stable_sort(events.kernels.begin(), events.kernels.end(), begins_earlier);
  std::stable_sort(events.host.begin(), events.host.end(), begins_earlier);
  return Joiner(events).run();
}

}  // namespace zerolab
