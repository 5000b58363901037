// Exercises 8 and 12 to 14, in which a rank looks at its own shard: words for what no Misstep
// explains, without the data of the run.
#pragma once

#include <optional>
#include <string>

#include "exercises/judge/mistake.hpp"
#include "exercises/judge/zero/outcome_difference.hpp"

namespace zerolab::exercises {

// Of a wrong result; none: nothing more can be said, or another exercise.
std::optional<std::string> unexplained_shard(const RunRecord& record,
                                             const OutcomeDifference& wrong);

// Of a run that did not end well; exercise 14 has no ring, of which the general words speak.
Finding finding_of_end(const RunRecord& record, const Wrong& end);

}  // namespace zerolab::exercises
