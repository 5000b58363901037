// zerolab train, with the student's own reduce-scatter and all-gather (exercises 3 and 4) behind
// Collectives. An all-reduce is one after the other, as in a ring.
#include "core/base/error.hpp"
#include "core/cli/commands.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"
#include "exercises/04-all_gather/all_gather.hpp"
#include "exercises/comm/not_written.hpp"

namespace {

using zerolab::Collective;
using zerolab::CollectiveOptions;
using zerolab::OwnCollective;
using zerolab::Transport;

// What a student's function throws is no defect of zerolab.
OwnCollective guarded(void (*work)(Comm& comm, std::span<float> buffer)) {
  return [work](Transport& transport, int, std::span<float> buffer) {
    try {
      Comm comm(transport);
      work(comm, buffer);
    } catch (const zerolab::Error&) {
      throw;
    } catch (const zerolab::exercises::NotWritten& unwritten) {
      throw zerolab::failure("{}: training with your own collectives takes exercises 3 and 4",
                             unwritten.what());
    } catch (const std::exception& error) {
      throw zerolab::failure("your own code, on rank {} with {} elements: {}", transport.rank(),
                             buffer.size(), error.what());
    }
  };
}

void reduce_scatter_then_all_gather(Comm& comm, std::span<float> buffer) {
  reduce_scatter(comm, buffer);
  all_gather(comm, buffer);
}

CollectiveOptions mine() {
  CollectiveOptions options;
  options.own[Collective::reduce_scatter] = guarded(reduce_scatter);
  options.own[Collective::all_gather] = guarded(all_gather);
  options.own[Collective::all_reduce] = guarded(reduce_scatter_then_all_gather);
  return options;
}

}  // namespace

int main(int argc, char* argv[]) {
  zerolab::CommandLine program("zerolab", "zerolab with your own reduce-scatter and all-gather.",
                               "./lab train --collectives mine builds and runs it.");
  zerolab::add_train_command(program, mine());
  return program.run(argc, argv);
}
