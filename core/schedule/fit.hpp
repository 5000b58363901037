// α, β and γ from messages that were timed: the network that a run has met.
//
// Times of messages are skewed: a rank that the system has put aside for a moment makes a few
// messages a thousand times as long. So only the median of the messages of one size counts. Through
// the medians goes the line
//     α + bytes·β             for messages that were copied,
//     α + bytes·(β + γ)       for messages that were added,
// with the least sum of count·((median - line)/median)²: relative errors, so that small messages,
// which know about α, weigh as much as large ones, which know about β. α, β and γ are not below 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/names.hpp"
#include "core/schedule/network.hpp"

namespace zerolab {

struct TimedMessage {
  std::int64_t bytes = 0;
  Combine combine = Combine::copy;
  double seconds = 0;  // from both sides being there to the end
};

// All messages of one size that were combined alike.
struct FitRow {
  std::int64_t bytes = 0;
  Combine combine = Combine::copy;
  std::size_t count = 0;
  double median = 0;  // seconds
  double fitted = 0;  // seconds, by the line

  double residual() const { return fitted / median - 1; }
};

// What the messages could say about γ.
enum class GammaKnown { fitted, nothing_added, inside_beta };

struct Fit {
  Network network;           // one link for all, 1/γ where it is known
  std::vector<FitRow> rows;  // by bytes, then copy before add
  std::size_t messages = 0;
  GammaKnown gamma = GammaKnown::fitted;
  double median_residual = 0;  // of |residual()|, over messages
};

// Throws an input Error where there is no message, or only one size: one point gives no line.
Fit fit_network(const std::vector<TimedMessage>& messages);

}  // namespace zerolab
