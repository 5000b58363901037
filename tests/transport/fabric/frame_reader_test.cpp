// A frame reads the same in whatever pieces its bytes arrive, and nothing that is no frame gets
// through.
#include <random>

#include "core/transport/fabric/stop.hpp"
#include "core/transport/fabric/wire.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// Two exchanges, a mark and a report, end to end.
std::vector<std::byte> some_frames() {
  std::vector<std::byte> bytes;
  for (int turn = 0; turn < 2; ++turn) {
    const std::vector<float> values{1, 2, 3, static_cast<float>(turn)};
    append(bytes, memory_of(FrameHeader{.sends = 2, .receives = 1, .size_bytes = 16}));
    append(bytes, memory_of(entry_of(Send{1, nullptr, 4, DType::f32, {"a", 7, turn}, {}})));
    append(bytes, memory_of(entry_of(Send{2, nullptr, 0, DType::bf16, {"b"}, {}, true})));
    append(bytes, memory_of(entry_of(
                      Receive{3, nullptr, 9, DType::i64, Combine::add, {"all-gather", 1, 2}, {}})));
    append(bytes, std::as_bytes(std::span(values)));
  }
  append(bytes, memory_of(FrameHeader{.kind = FrameKind::mark, .number = -5}));
  append(bytes, memory_of(FrameHeader{.kind = FrameKind::finish, .size_bytes = 3}));
  append(bytes, std::as_bytes(std::span("abc", 3)));
  return bytes;
}

}  // namespace

TEST_CASE("a frame reads the same in whatever pieces it arrives") {
  const std::vector<std::byte> bytes = some_frames();
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    FrameReader reader(0, {});
    std::vector<RankFrame> frames;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t most = seed == 0 ? 1 : 1 + random() % (seed + 1);
      const auto piece = std::span(bytes).subspan(at, std::min(most, bytes.size() - at));
      at += reader.feed(piece);
      if (reader.complete()) frames.push_back(reader.take());
    }
    REQUIRE(frames.size() == 4);
    CHECK_FALSE(reader.begun());
    for (std::size_t turn = 0; turn < 2; ++turn) {
      const RankFrame& frame = frames[turn];
      REQUIRE(frame.sends.size() == 2);
      REQUIRE(frame.receives.size() == 1);
      CHECK(to_string(frame.sends[0].label()) == "a #7 chunk " + std::to_string(turn));
      CHECK(frame.sends[0].bytes.size() == 16);
      CHECK(frame.sends[1].continues);
      CHECK(frame.sends[1].bytes.empty());
      CHECK(frame.receives[0].peer == 3);
      CHECK(frame.receives[0].size() == 72);
      CHECK(to_string(frame.receives[0].label()) == "all-gather #1 chunk 2");
    }
    CHECK(frames[2].kind == FrameKind::mark);
    CHECK(frames[2].number == -5);
    CHECK(frames[3].kind == FrameKind::finish);
    CHECK(frames[3].bytes.size() == 3);
  }
}

TEST_CASE("a changed byte is read or refused but never harms") {
  const std::vector<std::byte> bytes = some_frames();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::vector<std::byte> changed = bytes;
      changed[at] ^= std::byte(change);
      FrameReader reader(0, {});
      try {
        for (std::size_t i = 0; i < changed.size();) {
          i += reader.feed(std::span(changed).subspan(i));
          if (reader.complete()) reader.take();
        }
      } catch (const FabricStop& stop) {
        CHECK((stop.ending() == FabricEnding::nonsense || stop.ending() == FabricEnding::flood));
      }
    }
  }
}
