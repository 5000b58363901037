// compare_pictures A.png B.png SHARE: status 0 if at most that share of the pixels differs by more
// than 8 of 255 in any channel.
#include <cstdlib>
#include <exception>

#include <fmt/core.h>

#include "viz/paint/png.hpp"

int main(int argc, char* argv[]) {
  using namespace zerolab;
  if (argc != 4) {
    fmt::print(stderr, "usage: compare_pictures A.png B.png SHARE\n");
    return 2;
  }
  try {
    const double share = differing_share(read_png(argv[1]), read_png(argv[2]));
    const double most = std::atof(argv[3]);
    fmt::print("{} and {}: {:.4f} % of the pixels differ, {:.4f} % may\n", argv[1], argv[2],
               100 * share, 100 * most);
    return share <= most ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
