// A fit finds the rates that messages were made with, and crossovers lie where lines cross.
#include "core/schedule/fit.hpp"

#include <cmath>

#include "core/schedule/crossover.hpp"
#include "tests/catch.hpp"
#include "tests/near.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::near;

namespace {

constexpr double true_alpha = 4e-6;
constexpr double true_beta = 1 / 12e9;
constexpr double true_gamma = 1 / 30e9;

double seconds_of(std::int64_t bytes, Combine combine) {
  const auto size = static_cast<double>(bytes);
  return true_alpha + size * (combine == Combine::add ? true_beta + true_gamma : true_beta);
}

std::vector<TimedMessage> messages_of(std::initializer_list<std::int64_t> sizes,
                                      std::initializer_list<Combine> combines, int each = 1) {
  std::vector<TimedMessage> messages;
  for (const std::int64_t bytes : sizes) {
    for (const Combine combine : combines) {
      for (int i = 0; i < each; ++i) {
        messages.push_back({bytes, combine, seconds_of(bytes, combine)});
      }
    }
  }
  return messages;
}

}  // namespace

TEST_CASE("a fit recovers alpha and beta and gamma") {
  const Fit fit =
      fit_network(messages_of({0, 64, 4096, 1 << 20, 1 << 26}, {Combine::copy, Combine::add}));
  CHECK(fit.gamma == GammaKnown::fitted);
  CHECK(near(fit.network.intra.latency, true_alpha));
  CHECK(near(fit.network.intra.bandwidth, 12e9));
  CHECK(near(fit.network.add_bandwidth, 30e9));
  CHECK(fit.messages == 10);
  REQUIRE(fit.rows.size() == 10);
  CHECK(fit.rows[3].bytes == 64);
  CHECK(fit.rows[3].combine == Combine::add);
  CHECK(fit.rows[3].count == 1);
  CHECK(fit.median_residual < 1e-9);
  CHECK(!fit.network.nodes);
}

TEST_CASE("two sizes are enough for alpha and beta") {
  const Fit fit = fit_network(messages_of({1000, 50'000}, {Combine::copy}));
  CHECK(fit.gamma == GammaKnown::nothing_added);
  CHECK(near(fit.network.intra.latency, true_alpha));
  CHECK(near(fit.network.intra.bandwidth, 12e9));
  CHECK(fit.network.gamma() == 0);
}

TEST_CASE("where all was added beta holds the adding") {
  const Fit fit = fit_network(messages_of({1000, 50'000, 70'000}, {Combine::add}));
  CHECK(fit.gamma == GammaKnown::inside_beta);
  CHECK(near(fit.network.intra.latency, true_alpha));
  CHECK(near(fit.network.intra.beta(), true_beta + true_gamma));
  CHECK(fit.network.gamma() == 0);
}

TEST_CASE("messages that were held up do not move the fit") {
  auto messages = messages_of({64, 4096, 1 << 20}, {Combine::copy, Combine::add}, 9);
  for (std::size_t i = 0; i < messages.size(); i += 3) messages[i].seconds *= 1000;
  const Fit fit = fit_network(messages);
  CHECK(near(fit.network.intra.latency, true_alpha));
  CHECK(near(fit.network.intra.bandwidth, 12e9));
  CHECK(near(fit.network.add_bandwidth, 30e9));
  CHECK(fit.messages == 54);
}

TEST_CASE("noise of two percent moves the rates by a few") {
  auto messages =
      messages_of({64, 512, 4096, 32'768, 1 << 20, 1 << 24}, {Combine::copy, Combine::add});
  for (std::size_t i = 0; i < messages.size(); ++i) {
    messages[i].seconds *= i / 2 % 2 == 1 ? 1.02 : 0.98;  // copies and additions of a size alike
  }
  const Fit fit = fit_network(messages);
  CHECK(near(fit.network.intra.latency, true_alpha, 0.05));
  CHECK(near(fit.network.intra.bandwidth, 12e9, 0.05));
  CHECK(fit.median_residual < 0.03);
  CHECK(fit.median_residual > 0.001);
}

TEST_CASE("no rate comes out below zero") {
  const Fit flat = fit_network({{10, Combine::copy, 3e-6}, {1000, Combine::copy, 2e-6}});
  CHECK(flat.network.intra.beta() == 0);
  CHECK(flat.network.intra.latency >= 2e-6);
  CHECK(flat.network.intra.latency <= 3e-6);
  const Fit steep = fit_network({{1000, Combine::copy, 1e-6}, {10'000, Combine::copy, 20e-6}});
  CHECK(steep.network.intra.latency == 0);
  // Adding cannot be faster than copying.
  const Fit fast = fit_network({{1000, Combine::copy, 3e-6},
                                {9000, Combine::copy, 9e-6},
                                {1000, Combine::add, 2e-6},
                                {9000, Combine::add, 7e-6}});
  CHECK(fast.network.gamma() == 0);
}

TEST_CASE("one size of message cannot be fitted") {
  CHECK_THROWS_WITH(fit_network({}), ContainsSubstring("no message to fit"));
  CHECK_THROWS_WITH(
      fit_network(messages_of({4096}, {Combine::copy, Combine::add}, 3)),
      ContainsSubstring("all 6 messages carry 4096 bytes: one size gives α + bytes·β"));
}

TEST_CASE("the lines of a time are found with a few questions") {
  // They meet at 2,000, 6,000 and 10,714 bytes.
  const TimeLines lines{{5e-6, 1e-9}, {-80e-6, 10e-9}, {-5e-6, 3e-9}, {4e-6, 1.5e-9}};
  int questions = 0;
  const auto time = [&](double bytes) {
    ++questions;
    return seconds_at(lines, bytes);
  };
  const TimeLines found = lines_of(time, 1, 1e9);
  CHECK(found.size() <= 4);
  CHECK(questions <= 12);
  for (double bytes = 1; bytes < 1e9; bytes *= 1.3) {
    INFO(bytes);
    CHECK(near(seconds_at(found, bytes), seconds_at(lines, bytes), 1e-6));
  }
}

TEST_CASE("the fastest changes where the lines cross") {
  // 1 µs + S/1 GB/s meets 10 µs + S/10 GB/s at 10,000 bytes.
  const std::vector<TimeLines> two{{{1e-6, 1e-9}}, {{10e-6, 1e-10}}};
  const auto changes = fastest_by_size(two, 1, 1L << 40);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0] == Fastest{1, 0});
  CHECK(changes[1].algorithm == 1);
  CHECK(std::llabs(changes[1].from_bytes - 10'000) <= 1);
  CHECK(fastest_by_size(two, 1, 9'999) == std::vector<Fastest>{{1, 0}});
  CHECK(fastest_by_size(two, 20'000, 30'000) == std::vector<Fastest>{{20'000, 1}});
}

TEST_CASE("however narrow a win is it is found") {
  // The second wins from 1,000 to 1,010 bytes alone; the third bends upwards and loses again.
  const TimeLine first{0, 1e-9};
  const TimeLine second{0.75e-6, 0.25e-9};
  const double meeting = second.at(1010);
  const TimeLine third{meeting - 1010 * 0.1e-9, 0.1e-9};
  const auto changes = fastest_by_size({{first}, {second}, {third, {-1e-3, 3e-9}}}, 1, 1'000'000);
  REQUIRE(changes.size() == 4);
  CHECK(changes[1].algorithm == 1);
  CHECK(std::llabs(changes[1].from_bytes - 1000) <= 1);
  CHECK(changes[2].algorithm == 2);
  CHECK(std::llabs(changes[2].from_bytes - 1010) <= 1);
  CHECK(changes[3].algorithm == 1);
}

TEST_CASE("of equals the first wins and never changes") {
  const TimeLines one{{1e-6, 1e-9}};
  const TimeLines same{{1e-6 * (1 + 1e-9), 1e-9 * (1 - 1e-9)}};
  CHECK(fastest_by_size({one, same}, 1, 1'000'000'000) == std::vector<Fastest>{{1, 0}});
  CHECK(fastest_by_size({same, one}, 1, 1'000'000'000) == std::vector<Fastest>{{1, 0}});
}
