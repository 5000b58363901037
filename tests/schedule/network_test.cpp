// The text form of a network: what is printed reads back, and every wrong word is named.
#include "core/schedule/network.hpp"

#include <string>

#include "tests/catch.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;

TEST_CASE("the words of a network are its numbers") {
  const Network network = parse_network(
      "  inter=5us,25GB/s ranks-per-node=8 shared-nic intra=250ns,0.3TB/s\tshared-port add=1TB/s "
      "late=3,1.5ms late=0,2s slow=1,4x ");
  CHECK(network.intra == Link{250e-9, 0.3 * 1e12});
  REQUIRE(network.nodes);
  CHECK(*network.nodes == Nodes{8, {5e-6, 25e9}, Nic::per_node});
  CHECK(network.port == Port::shared);
  CHECK(network.add_bandwidth == 1e12);
  CHECK(network.late == std::map<int, double>{{0, 2.0}, {3, 1.5e-3}});
  CHECK(network.slow == std::map<int, double>{{1, 4.0}});
  CHECK(network.node_of(7) == 0);
  CHECK(network.node_of(8) == 1);

  const Network plain = parse_network("intra=30µs,10Gbit/s");
  CHECK(plain.intra == Link{30e-6, 1.25e9});
  CHECK(!plain.nodes);
  CHECK(plain.port == Port::per_peer);
  CHECK(plain.gamma() == 0);
  CHECK(plain.node_of(1000) == 0);

  const Network unlimited = parse_network("nvlink intra=2us,unlimited add=unlimited");
  CHECK(unlimited.intra.beta() == 0);
  CHECK(unlimited.gamma() == 0);
  CHECK(to_text(unlimited) == "intra=2us,unlimited shared-port");
}

TEST_CASE("a network that is printed reads back") {
  for (const NetworkPreset& preset : network_presets()) {
    const Network network = parse_network(preset.name);
    INFO(preset.name);
    CHECK(network == parse_network(preset.words));
    CHECK(parse_network(to_text(network)) == network);
  }
  const std::string words =
      "ranks-per-node=2 intra=0s,1.5MB/s shared-port inter=20ns,999B/s shared-nic add=2TB/s "
      "late=2,3ms slow=0,1.25x";
  CHECK(to_text(parse_network(words)) == words);
}

TEST_CASE("words after a preset change it") {
  Network changed = parse_network("two-level");
  changed.nodes->nic = Nic::per_rank;
  changed.late[5] = 1e-3;
  CHECK(parse_network("two-level nic-per-rank late=5,1ms") == changed);
  changed.intra = {1e-6, 1e9};
  changed.port = Port::per_peer;
  CHECK(parse_network("two-level nic-per-rank port-per-peer late=5,1ms intra=1us,1GB/s") ==
        changed);
}

TEST_CASE("a wrong word of a network is named with the way out") {
  const auto refused = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK_THROWS_WITH(parse_network(text), ContainsSubstring(part));
  };
  refused("",
          "no link: give intra=LATENCY,BANDWIDTH, as intra=2us,300GB/s, or start with a preset");
  refused("infiniband", "word 'infiniband': unknown; it may be a preset (nvlink, pcie,");
  refused("intra=2us", "word 'intra=2us': give a latency and a bandwidth, as intra=2us,300GB/s");
  refused("intra=2,300GB/s", "intra=2us,300GB/s");
  refused("intra=2us,300", "intra=2us,300GB/s");
  refused("intra=2us,0GB/s", "intra=2us,300GB/s");
  refused("intra=-2us,3GB/s", "intra=2us,300GB/s");
  refused("intra=nanus,3GB/s", "intra=2us,300GB/s");
  refused("intra=2us,infGB/s", "intra=2us,300GB/s");
  refused("intra=2us,3GB/s,", "intra=2us,300GB/s");
  refused("intra=2us,3GB/s intra=2us,3GB/s", "intra was given already");
  refused("nvlink inter=2us,3GB/s", "inter= without ranks-per-node=");
  refused("nvlink ranks-per-node=2", "ranks-per-node= without inter=");
  refused("nvlink shared-nic", "shared-nic without nodes");
  refused("nvlink ranks-per-node=0", "give a whole number from 1");
  refused("nvlink shared-port=1", "shared-port takes no value");
  refused("nvlink add", "as add=1TB/s");
  refused("nvlink add=0TB/s", "as add=1TB/s");
  refused("nvlink late=3", "give a rank and how much, as late=3,1ms");
  refused("nvlink late=-1,1ms", "as late=3,1ms");
  refused("nvlink late=1,1ms late=1,2ms", "rank 1 was given already");
  refused("nvlink slow=1,0.5x", "as slow=3,4x");
  refused("nvlink pcie", "a preset comes first, once");
  refused("intra=2us,3GB/s nvlink", "a preset comes first, once");
}
