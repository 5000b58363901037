// The trusted half of a rank: linked with one answer, started by the grader for one run.
//
// Nothing that it says is evidence: messages pass through the grader, which counts and judges them,
// and the block at the end is worth no more than the numbers in it.
#include <cstdint>
#include <exception>
#include <new>

#include <unistd.h>

#include "core/transport/fabric/fabric_transport.hpp"
#include "exercises/comm/comm.hpp"
#include "exercises/comm/not_written.hpp"
#include "exercises/grader/job.hpp"
#include "exercises/judge/entry.hpp"

namespace {

using namespace zerolab;
using namespace zerolab::exercises;

void answer(FabricTransport& transport, Job& job) {
  Comm comm(transport, nullptr, [&](const Note& note) { transport.mark(to_number(note)); });
  transport.mark(1);
  std::vector<std::int64_t> numbers = call_student(comm, job.rank, job.run, job.block);
  transport.mark(2);
  transport.finish(to_bytes({std::move(numbers), std::move(job.block)}));
}

}  // namespace

int main() {
  Job job = read_job(rank_job);
  close(rank_job);
  FabricTransport transport(rank_socket, job.rank, job.run.ranks);
  try {
    answer(transport, job);
  } catch (const NotWritten& error) {
    transport.fail(to_text(Failing::not_written, error.what()));
  } catch (const std::bad_alloc& error) {
    transport.fail(to_text(Failing::no_memory, error.what()));
  } catch (const std::exception& error) {
    transport.fail(to_text(Failing::threw, error.what()));
  } catch (...) {
    transport.fail(to_text(Failing::threw, "something that is no std::exception"));
  }
  _exit(0);
}
