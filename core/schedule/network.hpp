// A network as the few numbers that a cost needs: α, β and γ, and who shares a wire.
//
// Ranks are placed in their order: with G ranks per node, rank r is on node ⌊r/G⌋. A message
// between two ranks of a node takes the link `intra`; any other takes `inter`.
//
// The text form is words separated by blanks, a preset first if one is wanted, then changes to it:
//   intra=2us,300GB/s    α, and the bandwidth 1/β, of a link inside a node
//   ranks-per-node=8     G; without it and inter all ranks are on one node
//   inter=5us,25GB/s     α and 1/β from node to node
//   shared-port          what a rank sends inside its node in one step shares one port, and what it
//                        receives another; else port-per-peer: a wire for every pair of ranks
//   shared-nic           what leaves a node in one step shares one network card, and what enters
//                        shares the other way of it; else nic-per-rank: a card for every rank
//   add=1TB/s            1/γ, the speed of adding; without it adding takes no time
//   late=3,1ms           rank 3 begins 1 ms after the others
//   slow=3,4x            every link of rank 3 has a quarter of its bandwidth
// Times in ns, us, µs, ms or s; bandwidths in B/s, kB/s, MB/s, GB/s, TB/s (powers of 1000), Mbit/s,
// Gbit/s, or unlimited: β or γ is 0.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab {

struct Link {
  double latency = 0;                                          // α, in seconds per message
  double bandwidth = std::numeric_limits<double>::infinity();  // 1/β, in bytes per second

  double beta() const { return 1 / bandwidth; }  // in seconds per byte

  friend bool operator==(const Link&, const Link&) = default;
};

enum class Port { per_peer, shared };
enum class Nic { per_rank, per_node };

struct Nodes {
  int ranks_per_node = 1;  // G
  Link inter;
  Nic nic = Nic::per_rank;

  friend bool operator==(const Nodes&, const Nodes&) = default;
};

struct Network {
  Link intra;
  Port port = Port::per_peer;
  std::optional<Nodes> nodes;                                      // none: all ranks on one node
  double add_bandwidth = std::numeric_limits<double>::infinity();  // 1/γ, in bytes per second
  std::map<int, double> late;  // rank → seconds after the others
  std::map<int, double> slow;  // rank → what its links' β is multiplied by, at least 1

  double gamma() const { return 1 / add_bandwidth; }
  int node_of(int rank) const { return nodes ? rank / nodes->ranks_per_node : 0; }

  friend bool operator==(const Network&, const Network&) = default;
};

// A network that people meet, in round figures. They are assumptions: what a link reaches after the
// protocol's share, not what its maker prints. Measure your own with a fit.
struct NetworkPreset {
  std::string_view name;
  std::string_view words;    // its text form
  std::string_view meaning;  // one line for people
};

const std::vector<NetworkPreset>& network_presets();

// Reads the text form. Throws an input Error that names the word and says what it may be.
Network parse_network(std::string_view text);

// In the words of the text form, numbers to six digits: what it prints reads back.
std::string to_text(const Network& network);

// Throws an input Error where `late` or `slow` names a rank that is not in 0 … world_size-1.
void check(const Network& network, int world_size);

}  // namespace zerolab
