// What a step moves and what it issues: the plan added up, per rank, nothing run.
#pragma once

#include <array>
#include <compare>
#include <vector>

#include "core/schedule/count.hpp"
#include "core/zero/plan/step_plan.hpp"

namespace zerolab {

// What a collective of the step is for. The small collectives (norm, loss) move N numbers and are
// kept apart: the paper's x does not contain them.
enum class Purpose { gradients, parameters, norm, loss };
inline constexpr std::array all_purposes{Purpose::gradients, Purpose::parameters, Purpose::norm,
                                         Purpose::loss};
std::string_view to_string(Purpose purpose);

// Gradients and parameters: what the paper's x counts.
bool is_large(Purpose purpose);

// The purpose of an operation that issues a collective.
Purpose purpose_of(OpKind kind);

// A collective that every rank issues.
struct IssuedCollective {
  Collective collective = Collective::all_gather;
  std::size_t elements = 0;  // of the whole buffer
  int root = -1;             // -1 where there is none

  friend auto operator<=>(const IssuedCollective&, const IssuedCollective&) = default;
};

// What an operation issues, in order: nothing, one collective of the unit (of N numbers for norm
// and loss), or one per owner: N of a chunk each, of the whole unit in the owner partition.
std::vector<IssuedCollective> issued_by(const StepPlan& plan, const StepOp& op);

struct StepTraffic {
  std::array<Traffic, all_purposes.size()> by_purpose;  // in the order of all_purposes

  Traffic& of(Purpose purpose) { return by_purpose[static_cast<std::size_t>(purpose)]; }
  const Traffic& of(Purpose purpose) const { return by_purpose[static_cast<std::size_t>(purpose)]; }
  Traffic large() const;  // gradients and parameters
  Traffic small() const;  // norm and loss
  Traffic all() const;
  friend bool operator==(const StepTraffic&, const StepTraffic&) = default;
};

// One training step, per rank. The norm and the loss gather N elements each.
std::vector<StepTraffic> count_step(const StepPlan& plan);

// How many of each collective every rank issues in a step, in the order of all_collectives, large
// and small apart.
struct StepCollectives {
  std::array<std::int64_t, all_collectives.size()> large{};
  std::array<std::int64_t, all_collectives.size()> small{};
  friend bool operator==(const StepCollectives&, const StepCollectives&) = default;
};
StepCollectives collectives_of_step(const StepPlan& plan);

}  // namespace zerolab
