// Bad options are refused before anything runs, and the default corpus is the one we know.
#include "core/base/files.hpp"
#include "core/base/hash.hpp"
#include "tests/catch.hpp"
#include "tests/zero/runs.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::nano_run;
using test::small_corpus;

TEST_CASE("options out of range are refused with both numbers") {
  const Corpus corpus = small_corpus();
  const auto refused = [&](auto change) {
    TrainOptions options = nano_run(0, 2, 1);
    change(options);
    try {
      check(options, corpus);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refused([](TrainOptions&) {}) == "accepted");
  CHECK(refused([](TrainOptions& o) { o.zero.stage = 4; }) == "stage 4: ZeRO has stages 0 to 3");
  CHECK_THAT(refused([](TrainOptions& o) { o.zero.world_size = 0; }), ContainsSubstring("0 ranks"));
  CHECK_THAT(refused([](TrainOptions& o) { o.zero.world_size = 1'000'000; }),
             ContainsSubstring("1000000 ranks") && ContainsSubstring("1 to 256"));
  CHECK_THAT(refused([](TrainOptions& o) { o.transport = "smoke"; }), ContainsSubstring("'smoke'"));
  CHECK_THAT(refused([](TrainOptions& o) { o.steps = 0; }), ContainsSubstring("0 steps"));
  CHECK_THAT(refused([](TrainOptions& o) { o.sequence = 19; }),
             ContainsSubstring("19") && ContainsSubstring("18"));
  CHECK_THAT(refused([](TrainOptions& o) { o.batch = 0; }), ContainsSubstring("0"));
  CHECK_THAT(refused([](TrainOptions& o) { o.engine.adamw.learning_rate = 0; }),
             ContainsSubstring("learning rate 0"));
  CHECK_THAT(refused([](TrainOptions& o) { o.engine.clip_norm = -1; }),
             ContainsSubstring("clip -1"));
  CHECK_THAT(refused([](TrainOptions& o) { o.trace_steps = std::pair(2, 4); }),
             ContainsSubstring("2..4") && ContainsSubstring("0..3"));
  CHECK_THAT(refused([](TrainOptions& o) { o.trace_steps = std::pair(3, 2); }),
             ContainsSubstring("3..2"));
  CHECK_THAT(refused([](TrainOptions& o) {
               o.model = gpt_preset("base");
               o.zero.world_size = 256;
               o.batch = 256;
             }),
             ContainsSubstring("256 ranks would hold") && ContainsSubstring("is free"));
  CHECK_THROWS_WITH(check(nano_run(0, 2, 1), Corpus("too short")),
                    ContainsSubstring("9 bytes") && ContainsSubstring("17"));
}

TEST_CASE("the default corpus is the one that the documents' figures come from") {
  const std::string text = read_file(ZEROLAB_LESSONS_DIR "/corpus.txt");
  Fnv1a hash;
  hash.add(text.data(), text.size());
  CHECK(text.size() == 41905);
  CHECK(hash.hex() == "7dd4af6f89a76e2a");
}
