// The wrong programs of programs.hpp, by exercise.
#include <algorithm>
#include <cmath>

#include "exercises/comm/not_written.hpp"
#include "tests/exercises/judge/programs.hpp"
#include "tests/exercises/judge/ring_options.hpp"

namespace zerolab::exercises {

namespace {

using Spans = std::vector<std::span<float>>;

// Changes one thing of the right ring.
RingOptions with(const std::function<void(RingOptions&)>& change) {
  RingOptions options;
  change(options);
  return options;
}

void nothing(Comm&, const Case&, const Spans&) {}

std::span<float> own_chunk(std::span<float> buffer, int rank, int ranks) {
  const Range range = cut(Cut::balanced, buffer.size(), ranks)[static_cast<std::size_t>(rank)];
  return buffer.subspan(range.begin, range.size());
}

// Everybody sends everything to rank 0, which adds up and sends back.
void gather_to_root(Comm& comm, const Case&, const Spans& spans) {
  const std::span<float> buffer = spans[0];
  if (comm.rank() > 0) {
    comm.send(buffer, 0);
    comm.recv(buffer, 0);
    return;
  }
  std::vector<float> arrived(buffer.size());
  for (int peer = 1; peer < comm.size(); ++peer) {
    comm.recv(arrived, peer);
    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] += arrived[i];
  }
  for (int peer = 1; peer < comm.size(); ++peer) comm.send(buffer, peer);
}

// Each rank sends every other one its chunk.
void direct_exchange(Comm& comm, const Case&, const Spans& spans) {
  const std::span<float> own = own_chunk(spans[0], comm.rank(), comm.size());
  std::vector<float> arrived(own.size());
  for (int distance = 1; distance < comm.size(); ++distance) {
    const int to = (comm.rank() + distance) % comm.size();
    const int from = (comm.rank() + comm.size() - distance) % comm.size();
    comm.sendrecv(own_chunk(spans[0], to, comm.size()), to, arrived, from);
    for (std::size_t i = 0; i < own.size(); ++i) own[i] += arrived[i];
  }
}

void direct_gather(Comm& comm, const Case&, const Spans& spans) {
  for (int distance = 1; distance < comm.size(); ++distance) {
    const int to = (comm.rank() + distance) % comm.size();
    const int from = (comm.rank() + comm.size() - distance) % comm.size();
    comm.sendrecv(own_chunk(spans[0], comm.rank(), comm.size()), to,
                  own_chunk(spans[0], from, comm.size()), from);
  }
}

// Passes whole buffers round, and adds up each that comes by.
void flood(Comm& comm, const Case&, const Spans& spans) {
  std::vector<float> travelling(spans[0].begin(), spans[0].end());
  std::vector<float> arrived(travelling.size());
  for (int step = 0; step < comm.size() - 1; ++step) {
    comm.sendrecv(travelling, right_of(comm), arrived, left_of(comm));
    for (std::size_t i = 0; i < arrived.size(); ++i) spans[0][i] += arrived[i];
    travelling = arrived;
  }
}

void no_guard_for_one_rank(Comm& comm, const Case&, const Spans& spans) {
  comm.sendrecv(spans[0], right_of(comm), spans[1], left_of(comm));
}

void past_the_end(Comm& comm, const Case&, const Spans& spans) {
  ring_first_half(comm, spans[0]);
  if (comm.rank() == 1) spans[0].data()[spans[0].size()] = 1;
}

Program shift(const std::function<void(Comm&, const Spans&)>& body) {
  return [body](Comm& comm, const Case&, const Spans& spans) {
    if (comm.size() == 1) {
      std::ranges::copy(spans[0], spans[1].begin());
    } else {
      body(comm, spans);
    }
  };
}

struct Buckets {
  float divisor_power = 1;  // of N
  float constant = 0;       // divides by this instead
  bool tail = true;
  bool by_tensor = false;
  bool whole = false;
  bool scale_only = false;
};

Program buckets(const Buckets& wrong) {
  return [wrong](Comm& comm, const Case& run, const Spans& spans) {
    std::vector<float> list;
    for (const std::span<float> tensor : spans)
      list.insert(list.end(), tensor.begin(), tensor.end());
    std::vector<std::size_t> lengths;
    if (wrong.by_tensor) {
      lengths = run.tensors;
    } else if (wrong.whole) {
      lengths = {list.size()};
    } else {
      for (std::size_t begin = 0; begin < list.size(); begin += run.bucket_elements) {
        lengths.push_back(std::min(run.bucket_elements, list.size() - begin));
      }
      if (!wrong.tail && !lengths.empty() && lengths.back() < run.bucket_elements) {
        lengths.pop_back();
      }
    }
    const auto ranks = static_cast<float>(comm.size());
    const float divisor = wrong.constant != 0
                              ? wrong.constant
                              : static_cast<float>(std::pow(ranks, wrong.divisor_power));
    std::size_t begin = 0;
    for (const std::size_t length : lengths) {
      const std::span<float> bucket = std::span(list).subspan(begin, length);
      if (!wrong.scale_only) {
        ring_first_half(comm, bucket);
        ring_second_half(comm, bucket);
      }
      for (float& element : bucket) element /= divisor;
      begin += length;
    }
    auto next = list.begin();
    for (const std::span<float> tensor : spans) {
      for (float& element : tensor) element = *next++;
    }
  };
}

using Words = std::vector<std::string>;

void add_shifts(std::vector<WrongProgram>& all) {
  const auto add = [&](const char* name, Group group, Words words, Words nudges, auto body) {
    all.push_back({name, 2, group, words, nudges, shift(body)});
  };
  add("nothing", Group::values, {"no rank sends anything"}, {"nothing is sent"},
      [](Comm&, const Spans&) {});
  add("copies its own", Group::values, {"no rank sends"}, {"nothing is sent"},
      [](Comm&, const Spans& spans) { std::ranges::copy(spans[0], spans[1].begin()); });
  add("wrong direction", Group::counts, {"the other way round"}, {"other way round"},
      [](Comm& comm, const Spans& spans) {
        comm.sendrecv(spans[0], left_of(comm), spans[1], right_of(comm));
      });
  add("all send first", Group::deadlock, {"all ranks send first", "waits to send"},
      {"every rank sends before it receives"}, [](Comm& comm, const Spans& spans) {
        exchange(comm, Order::send_first, spans[0], right_of(comm), spans[1], left_of(comm));
      });
  add("all receive first", Group::values, {"all ranks receive first"},
      {"every rank receives before it sends"}, [](Comm& comm, const Spans& spans) {
        exchange(comm, Order::receive_first, spans[0], right_of(comm), spans[1], left_of(comm));
      });
  add("sends what is not there", Group::values, {"does not have yet", "`mine`"},
      {"does not have yet"}, [](Comm& comm, const Spans& spans) {
        std::vector<float> arrived(spans[1].size());
        comm.sendrecv(spans[1], right_of(comm), arrived, left_of(comm));
        std::ranges::copy(arrived, spans[1].begin());
      });
  add("all the way round", Group::counts, {"messages instead of 1"}, {"too many messages"},
      [](Comm& comm, const Spans& spans) {
        std::vector<float> travelling(spans[0].begin(), spans[0].end());
        for (int step = 0; step < comm.size() - 1; ++step) {
          comm.sendrecv(travelling, right_of(comm), spans[1], left_of(comm));
          travelling.assign(spans[1].begin(), spans[1].end());
        }
      });
  add("receives into mine", Group::memory, {"changed element 0 of `mine`"},
      {"input that must stay"}, [](Comm& comm, const Spans& spans) {
        comm.sendrecv(spans[0], right_of(comm), spans[1], left_of(comm));
        std::ranges::copy(spans[1], spans[0].begin());
      });
  all.push_back({"no guard for one rank",
                 2,
                 Group::edges,
                 {"with one rank"},
                 {"a ring of one rank"},
                 no_guard_for_one_rank});
}

void add_reduce_scatters(std::vector<WrongProgram>& all) {
  const auto ring = [&](const char* name, Group group, Words words, Words nudges, auto change) {
    all.push_back({name, 3, group, words, nudges, first_half(with(change))});
  };
  all.push_back(
      {"nothing", 3, Group::values, {"no rank sends anything"}, {"nothing is sent"}, nothing});
  ring("overwrites", Group::values, {"at step 1 rank 0 sent chunk", "replaced its own input"},
       {"replaces the rank's own input"}, [](RingOptions& o) { o.keep = Keep::replace; });
  ring("stale", Group::values, {"its own input only", "did not add what it had received"},
       {"its own input although a partial sum has arrived"},
       [](RingOptions& o) { o.keep = Keep::ignore; });
  ring("adds twice", Group::values, {"added twice what arrived"}, {"counted twice"},
       [](RingOptions& o) { o.keep = Keep::add_twice; });
  ring("adds one element further", Group::values, {"no sum of one chunk's inputs", "another place"},
       {"different chunks"}, [](RingOptions& o) { o.keep = Keep::add_shifted; });
  ring("last not added", Group::values, {"its own input only", "arrived last was not added"},
       {"last message"}, [](RingOptions& o) { o.keeps_last = false; });
  ring("owner off by one", Group::values, {"chunk r+1 ends on rank r"}, {"off by the same number"},
       [](RingOptions& o) { o.first_sends = 0; });
  ring("owner off by one the other way", Group::values, {"chunk r-1 ends on rank r"},
       {"off by the same number"}, [](RingOptions& o) { o.first_sends = -2; });
  ring("index goes up", Group::values, {"goes down by one in each step, not up"},
       {"goes down by one"}, [](RingOptions& o) { o.index_step = 1; });
  ring("sends the first again", Group::values, {"again, as in the step before", "just added into"},
       {"the same chunk again"}, [](RingOptions& o) { o.stays_at_first = true; });
  ring("wrong direction", Group::counts, {"the other way round"}, {"other way round"},
       [](RingOptions& o) { o.direction = -1; });
  ring("all send first", Group::deadlock, {"all ranks send first"},
       {"every rank sends before it receives"},
       [](RingOptions& o) { o.order = Order::send_first; });
  ring("N steps", Group::counts, {"messages instead of", "after step"}, {"too many messages"},
       [](RingOptions& o) { o.more_steps = 1; });
  ring("N-2 steps", Group::counts, {"stops after", "needs N-1"}, {"too few messages"},
       [](RingOptions& o) { o.more_steps = -1; });
  ring("ceiling", Group::edges, {"⌈n/N⌉", "it should send chunk"}, {"exercise 1"},
       [](RingOptions& o) { o.cut = Cut::ceiling; });
  ring("remainder last", Group::edges, {"the remainder in the last"}, {"exercise 1"},
       [](RingOptions& o) { o.cut = Cut::remainder_last; });
  ring("remainder lost", Group::edges, {"the remainder in none"}, {"who gets the remainder"},
       [](RingOptions& o) { o.cut = Cut::floor_only; });
  ring("padded", Group::edges, {"as many as the longest chunk"}, {"as long as the longest chunk"},
       [](RingOptions& o) { o.pads = true; });
  all.push_back({"root gather",
                 3,
                 Group::counts,
                 {"rank 0, which carries the whole load"},
                 {"one rank collects"},
                 gather_to_root});
  all.push_back({"direct exchange",
                 3,
                 Group::counts,
                 {"directly to several ranks"},
                 {"directly to several others"},
                 direct_exchange});
  all.push_back({"flood",
                 3,
                 Group::counts,
                 {"the whole buffer", "one chunk moves"},
                 {"as long as the whole buffer"},
                 flood});
  all.push_back({"past the end",
                 3,
                 Group::memory,
                 {"rank 1 wrote 1 element past the end"},
                 {"wrote outside"},
                 past_the_end});
}

void add_all_gathers(std::vector<WrongProgram>& all) {
  const auto ring = [&](const char* name, Group group, Words words, Words nudges, auto change) {
    all.push_back({name, 4, group, words, nudges, second_half(with(change))});
  };
  all.push_back(
      {"nothing", 4, Group::values, {"no rank sends anything"}, {"nothing is sent"}, nothing});
  ring("not its own first", Group::values, {"does not have yet (NaN)", "its own and the only one"},
       {"does not have yet"}, [](RingOptions& o) { o.second_sends = 1; });
  ring("sends its own again", Group::values, {"again, as in the step before", "just received"},
       {"the same chunk again"}, [](RingOptions& o) { o.stays_at_first = true; });
  ring("index goes up", Group::values, {"does not have yet (NaN)"}, {"does not have yet"},
       [](RingOptions& o) { o.index_step = 1; });
  ring("adds", Group::values, {"NaN"}, {"does not have yet"},
       [](RingOptions& o) { o.keep_later = Keep::add; });
  ring("wrong direction", Group::counts, {"the other way round"}, {"other way round"},
       [](RingOptions& o) { o.direction = -1; });
  ring("all send first", Group::deadlock, {"all ranks send first"},
       {"every rank sends before it receives"},
       [](RingOptions& o) { o.order = Order::send_first; });
  ring("N steps", Group::counts, {"messages instead of"}, {"too many messages"},
       [](RingOptions& o) { o.more_steps = 1; });
  ring("N-2 steps", Group::counts, {"stops after"}, {"too few messages"},
       [](RingOptions& o) { o.more_steps = -1; });
  ring("padded", Group::edges, {"as many as the longest chunk"}, {"as long as the longest chunk"},
       [](RingOptions& o) { o.pads = true; });
  ring("remainder last", Group::edges, {"the remainder in the last"}, {"exercise 1"},
       [](RingOptions& o) { o.cut = Cut::remainder_last; });
  all.push_back({"direct gather",
                 4,
                 Group::counts,
                 {"directly to several ranks"},
                 {"directly to several others"},
                 direct_gather});
}

void add_all_reduces(std::vector<WrongProgram>& all) {
  const auto ring = [&](const char* name, Group group, Words words, Words nudges, auto change) {
    all.push_back({name, 5, group, words, nudges, both_halves(with(change))});
  };
  ring("halves disagree", Group::values, {"just completed chunk", "the second half must begin"},
       {"second half begins with another chunk"}, [](RingOptions& o) { o.first_sends = 0; });
  ring("adds in the second half", Group::values, {"what arrived was complete", "replaced it"},
       {"replaces it"}, [](RingOptions& o) { o.keep_later = Keep::add; });
  ring("passes the old on", Group::values, {"passed on what it held before"},
       {"not what has arrived"}, [](RingOptions& o) { o.keep_later = Keep::ignore; });
  ring("last not added", Group::values, {"did not add what it had received"},
       {"partial sum has arrived"}, [](RingOptions& o) { o.keeps_last = false; });
  ring("stale", Group::values, {"did not add what it had received"}, {"partial sum has arrived"},
       [](RingOptions& o) { o.keep = Keep::ignore; });
  ring("ceiling", Group::edges, {"⌈n/N⌉"}, {"exercise 1"},
       [](RingOptions& o) { o.cut = Cut::ceiling; });
  ring("all receive first", Group::values, {"all ranks receive first"},
       {"every rank receives before it sends"},
       [](RingOptions& o) { o.order = Order::receive_first; });
  all.push_back({"root gather",
                 5,
                 Group::counts,
                 {"rank 0, which carries the whole load"},
                 {"one rank collects"},
                 gather_to_root});
  all.push_back(
      {"flood", 5, Group::counts, {"the whole buffer"}, {"as long as the whole buffer"}, flood});
  all.push_back({"reduce-scatter only",
                 5,
                 Group::values,
                 {"stops after", "all-gather is missing"},
                 {"the all-gather is missing"},
                 first_half({})});
  all.push_back(
      {"nothing", 5, Group::values, {"no rank sends anything"}, {"nothing is sent"}, nothing});
}

void add_gradients(std::vector<WrongProgram>& all) {
  const auto add = [&](const char* name, Group group, Words words, Words nudges, Buckets wrong) {
    all.push_back({name, 7, group, words, nudges, buckets(wrong)});
  };
  add("sum", Group::values, {"that is the sum; divide it by"}, {"the sum, not the average"},
      {.divisor_power = 0});
  add("divided twice", Group::values, {"twice"}, {"twice"}, {.divisor_power = 2});
  add("divided by 4", Group::values, {"divided by 4; divide by"}, {"another number"},
      {.constant = 4});
  add("divided only", Group::values, {"no rank sends"}, {"nothing is sent"}, {.scale_only = true});
  add("tail lost", Group::edges, {"sends nothing for bucket", "the last"},
      {"look at the last bucket"}, {.tail = false});
  add("a bucket per tensor", Group::counts, {"as long as a tensor"}, {"lay the tensors end to end"},
      {.by_tensor = true});
  add("one bucket", Group::counts, {"the whole list at once"}, {"lay the tensors end to end"},
      {.whole = true});
}

}  // namespace

std::vector<WrongProgram> wrong_programs() {
  std::vector<WrongProgram> all;
  add_shifts(all);
  add_reduce_scatters(all);
  add_all_gathers(all);
  add_all_reduces(all);
  add_gradients(all);
  return all;
}

}  // namespace zerolab::exercises
