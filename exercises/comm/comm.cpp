// Each call is one Transport::exchange. The log has the call before it begins, so that one that
// never ends is there too.
#include "exercises/comm/comm.hpp"

#include <algorithm>
#include <functional>

#include "core/base/error.hpp"
#include "core/transport/transport.hpp"
#include "exercises/comm/message_log.hpp"

namespace zerolab {

namespace {

using Outgoing = std::span<const float>;
using Incoming = std::span<float>;

Send send_of(Outgoing data, int to) {
  Send send;
  send.peer = to;
  send.data = data.data();
  send.elements = data.size();
  return send;
}

Receive receive_of(Incoming data, int from) {
  Receive receive;
  receive.peer = from;
  receive.data = data.data();
  receive.elements = data.size();
  return receive;
}

LoggedMessage message_of(Outgoing data, int peer) {
  return {peer, {data.begin(), data.end()}};
}

// What a receive is in the log until it has ended.
LoggedMessage awaited(Incoming data, int peer) {
  return {peer, std::vector<float>(data.size())};
}

void finish(LoggedCall& call, Incoming arrived) {
  call.receives.front().values.assign(arrived.begin(), arrived.end());
  call.finished = true;
}

bool overlap(Outgoing a, Outgoing b) {
  const std::less<const float*> before;  // a total order also between unrelated pointers
  return !a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) &&
         before(b.data(), a.data() + a.size());
}

}  // namespace

int Comm::rank() const {
  return transport_.rank();
}

int Comm::size() const {
  return transport_.world_size();
}

void Comm::send(Outgoing data, int to) {
  LoggedCall* call = log_ ? &log_->begin_call() : nullptr;
  if (call) call->sends.push_back(message_of(data, to));
  Send send = send_of(data, to);
  transport_.exchange({&send, 1}, {});
  if (call) call->finished = true;
}

void Comm::recv(Incoming data, int from) {
  LoggedCall* call = log_ ? &log_->begin_call() : nullptr;
  if (call) call->receives.push_back(awaited(data, from));
  Receive receive = receive_of(data, from);
  transport_.exchange({}, {&receive, 1});
  transport_.synchronize();
  if (call) finish(*call, data);
}

void Comm::sendrecv(Outgoing out, int to, Incoming in, int from) {
  LoggedCall* call = log_ ? &log_->begin_call() : nullptr;
  if (call) {
    call->sends.push_back(message_of(out, to));
    call->receives.push_back(awaited(in, from));
  }
  if (overlap(out, in)) {
    throw failure(
        "rank {} gives sendrecv an `out` of {} elements and an `in` of {} that share memory: what "
        "arrives would overwrite what has not been sent yet; receive into a span of its own",
        rank(), out.size(), in.size());
  }
  Send send = send_of(out, to);
  Receive receive = receive_of(in, from);
  transport_.exchange({&send, 1}, {&receive, 1});
  transport_.synchronize();
  if (call) finish(*call, in);
}

void Comm::note(const Note& note) {
  if (log_) log_->add(note);
  if (sink_) sink_(note);
}

}  // namespace zerolab
