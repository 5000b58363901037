#include "core/schedule/network.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/words.hpp"

namespace zerolab {

namespace {

constexpr int most_ranks = 1'000'000;
constexpr std::string_view all_words =
    "intra=, ranks-per-node=, inter=, shared-port, port-per-peer, shared-nic, nic-per-rank, add=, "
    "late=, slow=";

// A unit, and how many of the base unit it is. Times are divided by what a second has of them, and
// not multiplied, so that "3us" is the double nearest to 3e-6.
struct Unit {
  std::string_view name;
  double size;
};

constexpr std::array per_second{Unit{"ns", 1e9}, Unit{"us", 1e6}, Unit{"µs", 1e6}, Unit{"ms", 1e3},
                                Unit{"s", 1}};
constexpr std::array bandwidths{Unit{"B/s", 1},        Unit{"kB/s", 1e3},  Unit{"MB/s", 1e6},
                                Unit{"GB/s", 1e9},     Unit{"TB/s", 1e12}, Unit{"Mbit/s", 1.25e5},
                                Unit{"Gbit/s", 1.25e8}};

struct Quantity {
  double number;
  double unit_size;
};

// "2us" with one of `units`; none where it is anything else.
template <typename Units>
std::optional<Quantity> read_quantity(std::string_view text, const Units& units) {
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || !std::isfinite(number) || number < 0) return std::nullopt;
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const Unit& known : units) {
    if (unit == known.name) return Quantity{number, known.size};
  }
  return std::nullopt;
}

std::optional<double> read_seconds(std::string_view text) {
  const auto quantity = read_quantity(text, per_second);
  return quantity ? std::optional(quantity->number / quantity->unit_size) : std::nullopt;
}

std::optional<double> read_bandwidth(std::string_view text) {
  if (text == "unlimited") return std::numeric_limits<double>::infinity();
  const auto quantity = read_quantity(text, bandwidths);
  if (!quantity || quantity->number == 0) return std::nullopt;
  return quantity->number * quantity->unit_size;
}

std::optional<int> read_whole(std::string_view text, int least) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool read = status == std::errc{} && end == text.data() + text.size();
  return read && value >= least && value <= most_ranks ? std::optional(value) : std::nullopt;
}

std::optional<double> read_factor(std::string_view text) {
  constexpr std::array times{Unit{"x", 1}};
  const auto quantity = read_quantity(text, times);
  return quantity && quantity->number >= 1 ? std::optional(quantity->number) : std::nullopt;
}

std::string preset_names() {
  std::string names;
  for (const NetworkPreset& preset : network_presets()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", preset.name);
  }
  return names;
}

// Collects words; what belongs to nodes waits until all are read, since words have no order.
class Reader {
 public:
  void read(std::string_view text) {
    for (const std::string_view word : words_of(text)) read_word(word);
  }

  Network network() {
    if (!intra_) {
      throw input_error(
          "network: it has no link: give intra=LATENCY,BANDWIDTH, as intra=2us,300GB/s, or start "
          "with a preset: {}",
          preset_names());
    }
    network_.intra = *intra_;
    if (ranks_per_node_.has_value() != inter_.has_value()) {
      throw input_error(
          "network: {} without {}: nodes need both, as ranks-per-node=8 inter=5us,25GB/s",
          inter_ ? "inter=" : "ranks-per-node=", inter_ ? "ranks-per-node=" : "inter=");
    }
    if (nic_ == Nic::per_node && !inter_) {
      throw input_error(
          "network: shared-nic without nodes: add ranks-per-node=8 inter=5us,25GB/s, or leave it "
          "out");
    }
    if (inter_) network_.nodes = Nodes{*ranks_per_node_, *inter_, nic_};
    return network_;
  }

 private:
  void read_word(std::string_view word) {
    for (const NetworkPreset& preset : network_presets()) {
      if (word != preset.name) continue;
      if (!seen_.empty()) {
        throw input_error("network word '{}': a preset comes first, once, then changes to it",
                          word);
      }
      read(preset.words);
      seen_ = {word};
      return;
    }
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : word.substr(equals + 1);
    const bool takes_value = read_key(word, key, value);
    if (takes_value != (equals != std::string_view::npos)) {
      throw input_error("network word '{}': {} takes {} value", word, key,
                        takes_value ? "a" : "no");
    }
    const bool many = key == "late" || key == "slow";
    if (!many && !seen_.insert(key).second) {
      throw input_error("network word '{}': {} was given already", word, key);
    }
  }

  // Whether the key is one that takes a value.
  bool read_key(std::string_view word, std::string_view key, std::string_view value) {
    if (key == "intra") return intra_ = read_link(word, value), true;
    if (key == "inter") return inter_ = read_link(word, value), true;
    if (key == "shared-port") return network_.port = Port::shared, false;
    if (key == "port-per-peer") return network_.port = Port::per_peer, false;
    if (key == "shared-nic") return nic_ = Nic::per_node, false;
    if (key == "nic-per-rank") return nic_ = Nic::per_rank, false;
    if (key == "ranks-per-node") {
      ranks_per_node_ = read_whole(value, 1);
      if (!ranks_per_node_) {
        throw input_error("network word '{}': give a whole number from 1, as ranks-per-node=8",
                          word);
      }
      return true;
    }
    if (key == "add") {
      const auto speed = read_bandwidth(value);
      if (!speed) throw input_error("network word '{}': give a speed, as add=1TB/s", word);
      network_.add_bandwidth = *speed;
      return true;
    }
    if (key == "late") {
      return read_rank(word, value, read_seconds, "late=3,1ms", network_.late), true;
    }
    if (key == "slow") {
      return read_rank(word, value, read_factor, "slow=3,4x", network_.slow), true;
    }
    throw input_error("network word '{}': unknown; it may be a preset ({}), or {}", word,
                      preset_names(), all_words);
  }

  static Link read_link(std::string_view word, std::string_view value) {
    const std::size_t comma = std::min(value.find(','), value.size());
    const auto latency = read_seconds(value.substr(0, comma));
    const auto bandwidth = read_bandwidth(value.substr(std::min(comma + 1, value.size())));
    if (!latency || !bandwidth) {
      throw input_error("network word '{}': give a latency and a bandwidth, as {}=2us,300GB/s",
                        word, word.substr(0, word.find('=')));
    }
    return {*latency, *bandwidth};
  }

  template <typename Read>
  static void read_rank(std::string_view word, std::string_view value, Read read,
                        std::string_view example, std::map<int, double>& ranks) {
    const std::size_t comma = std::min(value.find(','), value.size());
    const auto rank = read_whole(value.substr(0, comma), 0);
    const auto amount = read(value.substr(std::min(comma + 1, value.size())));
    if (!rank || !amount) {
      throw input_error("network word '{}': give a rank and how much, as {}", word, example);
    }
    if (!ranks.emplace(*rank, *amount).second) {
      throw input_error("network word '{}': rank {} was given already", word, *rank);
    }
  }

  Network network_;
  std::optional<Link> intra_;
  std::optional<Link> inter_;
  std::optional<int> ranks_per_node_;
  Nic nic_ = Nic::per_rank;
  std::set<std::string_view> seen_;
};

std::string seconds_text(double seconds) {
  if (seconds == 0 || seconds >= 1) return fmt::format("{:.6g}s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.6g}ms", seconds * 1e3);
  if (seconds >= 1e-6) return fmt::format("{:.6g}us", seconds * 1e6);
  return fmt::format("{:.6g}ns", seconds * 1e9);
}

std::string bandwidth_text(double bytes_per_second) {
  if (std::isinf(bytes_per_second)) return "unlimited";
  if (bytes_per_second >= 1e12) return fmt::format("{:.6g}TB/s", bytes_per_second / 1e12);
  if (bytes_per_second >= 1e9) return fmt::format("{:.6g}GB/s", bytes_per_second / 1e9);
  if (bytes_per_second >= 1e6) return fmt::format("{:.6g}MB/s", bytes_per_second / 1e6);
  return fmt::format("{:.6g}B/s", bytes_per_second);
}

std::string link_text(const Link& link) {
  return seconds_text(link.latency) + "," + bandwidth_text(link.bandwidth);
}

}  // namespace

const std::vector<NetworkPreset>& network_presets() {
  static const std::vector<NetworkPreset> presets{
      {"nvlink", "intra=3us,350GB/s shared-port add=1TB/s",
       "one node of GPUs on a fourth-generation NVLink switch (450 GB/s each way by its maker)"},
      {"pcie", "intra=5us,25GB/s shared-port add=500GB/s",
       "one node of GPUs, each on PCIe 4.0 with 16 lanes (32 GB/s each way on the wire)"},
      {"ethernet-10g", "ranks-per-node=1 intra=1us,10GB/s inter=30us,1.2GB/s add=10GB/s",
       "machines with one rank each, TCP over 10 Gbit/s (1.25 GB/s on the wire)"},
      {"two-level",
       "ranks-per-node=8 intra=3us,350GB/s shared-port inter=8us,25GB/s shared-nic add=1TB/s",
       "nodes of 8 NVLink GPUs that share one 200 Gbit/s card"},
  };
  return presets;
}

Network parse_network(std::string_view text) {
  Reader reader;
  reader.read(text);
  return reader.network();
}

std::string to_text(const Network& network) {
  std::string text;
  if (network.nodes) text += fmt::format("ranks-per-node={} ", network.nodes->ranks_per_node);
  text += "intra=" + link_text(network.intra);
  if (network.port == Port::shared) text += " shared-port";
  if (network.nodes) {
    text += " inter=" + link_text(network.nodes->inter);
    if (network.nodes->nic == Nic::per_node) text += " shared-nic";
  }
  if (std::isfinite(network.add_bandwidth)) {
    text += " add=" + bandwidth_text(network.add_bandwidth);
  }
  for (const auto& [rank, seconds] : network.late) {
    text += fmt::format(" late={},{}", rank, seconds_text(seconds));
  }
  for (const auto& [rank, factor] : network.slow) {
    text += fmt::format(" slow={},{:.6g}x", rank, factor);
  }
  return text;
}

void check(const Network& network, int world_size) {
  for (const auto* ranks : {&network.late, &network.slow}) {
    for (const auto& [rank, amount] : *ranks) {
      if (rank < world_size) continue;
      throw input_error("network word '{}={},…': there is no rank {}: the {} ranks are 0 to {}",
                        ranks == &network.late ? "late" : "slow", rank, rank, world_size,
                        world_size - 1);
    }
  }
}

}  // namespace zerolab
