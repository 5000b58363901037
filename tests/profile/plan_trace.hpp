// The trace that a plan would leave, with an event per collective and rank and no transfers.
#pragma once

#include <algorithm>

#include "core/trace/trace.hpp"
#include "core/zero/plan/count_plan.hpp"
#include "core/zero/plan/text_plan.hpp"

namespace zerolab::test {

inline Trace trace_of_plan(const StepPlan& plan, int train_steps) {
  Trace trace;
  TraceHeader& header = trace.header;
  header.world_size = plan.config.world_size;
  header.plan = to_text(plan);
  for (std::size_t i = 0; i < plan.unit_elements.size(); ++i) {
    header.units.push_back({"block " + std::to_string(i), plan.unit_elements[i]});
  }
  std::int64_t now = 0;
  for (int step = 0; step < train_steps; ++step) {
    for (std::size_t op = 0; op < plan.ops.size(); ++op) {
      for (const IssuedCollective& issued : issued_by(plan, plan.ops[op])) {
        const int id = static_cast<int>(header.collectives.size());
        header.collectives.push_back({std::string(to_string(purpose_of(plan.ops[op].kind))),
                                      issued.collective, "ring", std::nullopt, issued.elements, 1,
                                      DType::f32});
        for (int rank = 0; rank < header.world_size; ++rank) {
          Event event;
          event.kind = EventKind::collective;
          event.rank = rank;
          event.train_step = step;
          event.plan_op = static_cast<int>(op);
          event.collective_id = id;
          event.posted = event.begin = now;
          event.end = now + 1000;
          trace.events.push_back(event);
        }
        now += 1000;
      }
    }
  }
  return trace;
}

}  // namespace zerolab::test
