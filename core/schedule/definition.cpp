#include "core/schedule/definition.hpp"

#include "core/base/error.hpp"

namespace zerolab {

bool has_input(const Schedule& schedule, int rank, int chunk) {
  switch (schedule.collective) {
    case Collective::reduce_scatter:
    case Collective::all_reduce:
    case Collective::reduce: return true;
    case Collective::all_gather: return rank == owner_of(schedule, chunk);
    case Collective::broadcast: return rank == *schedule.root;
  }
  throw InvariantError("a Collective without inputs");
}

bool is_promised(const Schedule& schedule, int rank, int chunk) {
  switch (schedule.collective) {
    case Collective::reduce_scatter: return rank == owner_of(schedule, chunk);
    case Collective::reduce: return rank == *schedule.root;
    case Collective::all_gather:
    case Collective::all_reduce:
    case Collective::broadcast: return true;
  }
  throw InvariantError("a Collective without a result");
}

}  // namespace zerolab
