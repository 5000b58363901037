// verdict: not run    templates that take a compiler all its memory or time
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

template <int depth, int number>
struct Bomb {
  using Left = typename Bomb<depth - 1, 2 * number>::Type;
  using Right = typename Bomb<depth - 1, 2 * number + 1>::Type;
  struct Type {
    Left left;
    Right right;
  };
};
template <int number>
struct Bomb<0, number> {
  struct Type {
    int value = number;
  };
};

void reduce_scatter(Comm&, std::span<float>) {
  static Bomb<24, 0>::Type bomb;
  static_cast<void>(bomb);
}
