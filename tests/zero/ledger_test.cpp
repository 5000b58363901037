// The ledger counts what is allocated, when, and for what.
#include "core/zero/engine/ledger.hpp"

#include <utility>

#include "tests/catch.hpp"

using namespace zerolab;
using C = MemoryCategory;

TEST_CASE("bytes count from allocation to destruction and peaks stay") {
  Ledger ledger(device("cpu"), nullptr);
  {
    const TrackedBuffer a = ledger.allocate(C::buckets, 100);
    CHECK(bytes_of(ledger.now(), C::buckets) == 100);
    const TrackedBuffer b = ledger.allocate_elements<float>(C::gathered_parameters, 10);
    CHECK(total_bytes(ledger.now()) == 140);
  }
  CHECK(total_bytes(ledger.now()) == 0);
  const TrackedBuffer c = ledger.allocate(C::buckets, 60);
  CHECK(bytes_of(ledger.peak(), C::buckets) == 100);
  CHECK(bytes_of(ledger.peak(), C::gathered_parameters) == 40);
  CHECK(ledger.peak_total() == 140);
}

TEST_CASE("moving a buffer moves its bytes and overwriting one frees it") {
  Ledger ledger(device("cpu"), nullptr);
  TrackedBuffer a = ledger.allocate(C::scratch, 10);
  TrackedBuffer b = std::move(a);
  CHECK_FALSE(a.exists());  // NOLINT: the moved-from state is what is tested
  CHECK(b.exists());
  CHECK(total_bytes(ledger.now()) == 10);
  b = ledger.allocate(C::scratch, 30);
  CHECK(total_bytes(ledger.now()) == 30);
  CHECK(ledger.peak_total() == 40);  // both were there while the new one was made
  b = {};
  CHECK(total_bytes(ledger.now()) == 0);
}

TEST_CASE("a recording ledger notes what each category holds") {
  Recorder recorder(3, 0);
  Ledger ledger(device("cpu"), &recorder);
  const TrackedBuffer silent = ledger.allocate(C::parameters, 8);
  recorder.set_recording(true);
  ledger.record_all();
  CHECK(recorder.events().size() == all_memory_categories.size());
  CHECK(recorder.events()[0].category == C::parameters);
  CHECK(recorder.events()[0].bytes == 8);
  { const TrackedBuffer bucket = ledger.allocate(C::buckets, 16); }
  REQUIRE(recorder.events().size() == all_memory_categories.size() + 2);
  const Event& opened = recorder.events()[all_memory_categories.size()];
  const Event& closed = recorder.events()[all_memory_categories.size() + 1];
  CHECK(opened.kind == EventKind::memory);
  CHECK(opened.category == C::buckets);
  CHECK(opened.bytes == 16);
  CHECK(closed.bytes == 0);
  CHECK(opened.rank == 3);
}
