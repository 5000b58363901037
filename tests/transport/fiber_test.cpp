// Fibers keep what threads would: their locals, their stacks, and their exceptions, those under way
// and those being handled.
#include "core/transport/threads/fiber.hpp"

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace zerolab;

namespace {

// Runs bodies as fibers, beginning with the first; `next` hands over to the one after, round robin,
// and a body that has ended hands to the next that has not.
class Round {
 public:
  using Body = std::function<void(Round&)>;

  void run(const std::vector<Body>& bodies) {
    ended_.assign(bodies.size(), false);
    for (const Body& body : bodies) {
      fibers_.push_back(std::make_unique<Fiber>([this, &body]() -> Fiber& {
        body(*this);
        ended_[running_] = true;
        return to_next();
      }));
    }
    main_.hand_to(*fibers_[0]);
  }

  std::size_t running() const { return running_; }

  void next() {
    Fiber& from = *fibers_[running_];
    Fiber& to = to_next();
    if (&from != &to) from.hand_to(to);
  }

 private:
  Fiber& to_next() {
    for (std::size_t i = 1; i <= fibers_.size(); ++i) {
      const std::size_t at = (running_ + i) % fibers_.size();
      if (ended_[at]) continue;
      running_ = at;
      return *fibers_[at];
    }
    return main_;
  }

  Fiber main_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<bool> ended_;
  std::size_t running_ = 0;
};

// Its destructor, which an exception may run, hands over too.
struct HandsOverAtEnd {
  Round& round;
  std::vector<int>& under_way;
  ~HandsOverAtEnd() {
    under_way.push_back(std::uncaught_exceptions());
    round.next();
    under_way.push_back(std::uncaught_exceptions());
  }
};

// Fills some 4 KiB of stack per call and gives way at the bottom.
long dig(Round& round, int depth, long value) {
  volatile long room[512];
  for (long& place : const_cast<long(&)[512]>(room)) place = value + depth;
  if (depth == 0) {
    round.next();
  } else {
    value = dig(round, depth - 1, value);
  }
  long sum = 0;
  for (const volatile long& place : room) sum += place - depth;
  return sum / 512;
}

}  // namespace

TEST_CASE("fibers take turns and keep their locals") {
  if (!fibers_available()) return;
  std::string log;
  const auto body = [&](char name) {
    return [&log, name](Round& round) {
      const std::string mine(3, name);
      for (std::size_t i = 0; i < mine.size(); ++i) {
        log += mine[i];
        round.next();
      }
    };
  };
  Round().run({body('a'), body('b'), body('c')});
  CHECK(log == "abcabcabc");
}

TEST_CASE("fibers that end at different times end all") {
  if (!fibers_available()) return;
  int turns = 0;
  const auto body = [&](int count) {
    return [&turns, count](Round& round) {
      for (int i = 0; i < count; ++i) {
        ++turns;
        round.next();
      }
    };
  };
  Round().run({body(1), body(100), body(0), body(7)});
  CHECK(turns == 108);
}

TEST_CASE("each fiber handles its own exceptions whatever others throw meanwhile") {
  if (!fibers_available()) return;
  constexpr std::size_t count = 5;
  std::vector<std::string> caught(count);
  const auto body = [&](Round& round) {
    const std::size_t me = round.running();
    std::string& mine = caught[me];
    for (int i = 0; i < 20; ++i) {
      try {
        try {
          throw std::runtime_error(std::to_string(me) + "." + std::to_string(i));
        } catch (const std::runtime_error& outer) {
          round.next();  // the others are in the midst of theirs
          try {
            throw std::logic_error("inner");
          } catch (const std::logic_error&) {
            round.next();
            mine += outer.what();
          }
          round.next();
          throw;  // the outer one
        }
      } catch (const std::exception& again) {
        mine += std::string("=") + again.what() + " ";
      }
      if (std::current_exception()) mine += "something is left";
    }
  };
  Round().run(std::vector<Round::Body>(count, body));
  for (std::size_t me = 0; me < count; ++me) {
    std::string expected;
    for (int i = 0; i < 20; ++i) {
      const std::string text = std::to_string(me) + "." + std::to_string(i);
      expected += text + "=" + text + " ";
    }
    CHECK(caught[me] == expected);
  }
}

TEST_CASE("an exception under way in one fiber is not under way in the others") {
  if (!fibers_available()) return;
  std::vector<int> throwing, calm;
  Round().run({[&](Round& round) {
                 try {
                   const HandsOverAtEnd guard{round, throwing};
                   throw 42;
                 } catch (int) {
                 }
               },
               [&](Round& round) {
                 calm.push_back(std::uncaught_exceptions());
                 try {
                   throw 43;
                 } catch (int) {
                   calm.push_back(std::uncaught_exceptions());
                   round.next();
                 }
                 calm.push_back(std::uncaught_exceptions());
               }});
  CHECK(throwing == std::vector<int>{1, 1});
  CHECK(calm == std::vector<int>{0, 0, 0});
}

TEST_CASE("a fiber's stack is as deep as a thread's and nobody else writes into it") {
  if (!fibers_available()) return;
  std::vector<long> sums(3);
  const auto body = [&](Round& round) {
    const std::size_t me = round.running();
    sums[me] = dig(round, 1500, static_cast<long>(me) + 1);  // 6 MiB and more
  };
  Round().run({body, body, body});
  CHECK(sums == std::vector<long>{1, 2, 3});
}
