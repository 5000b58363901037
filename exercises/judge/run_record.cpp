#include "exercises/judge/run_record.hpp"

#include "core/base/error.hpp"

namespace zerolab::exercises {

std::string_view to_string(Ending ending) {
  switch (ending) {
    case Ending::finished: return "finished";
    case Ending::deadlock: return "deadlock";
    case Ending::mismatch: return "mismatch";
    case Ending::unreceived: return "unreceived";
    case Ending::unwritten: return "unwritten";
    case Ending::threw: return "threw";
    case Ending::crashed: return "crashed";
    case Ending::ended_early: return "ended early";
    case Ending::endless: return "endless";
    case Ending::out_of_memory: return "out of memory";
    case Ending::forbidden: return "forbidden";
    case Ending::flood: return "flood";
    case Ending::not_run: return "not run";
  }
  throw InvariantError("an Ending without a name");
}

}  // namespace zerolab::exercises
