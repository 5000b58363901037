// Sizes of the presets, and initial values that do not depend on who makes which part.
#include "core/model/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "core/base/error.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;

TEST_CASE("the parameters of every preset are those of the formula") {
  for (const std::string_view name : gpt_preset_names()) {
    const GptConfig config = gpt_preset(name);
    const auto width = static_cast<std::size_t>(config.width);
    const auto context = static_cast<std::size_t>(config.context);
    const auto layers = static_cast<std::size_t>(config.layers);
    const auto units = gpt_units(config);
    CAPTURE(name);
    REQUIRE(units.size() == layers + 2);
    CHECK(units.front().elements == (256 + context) * width);
    CHECK(units[1].elements == 12 * width * width + 13 * width);
    CHECK(units.back().elements == 258 * width);
    for (const UnitSpec& unit : units) {
      std::size_t end = 0;
      for (const TensorSpec& tensor : unit.tensors) {
        CHECK(tensor.offset == end);
        end += tensor.elements;
      }
      CHECK(end == unit.elements);
    }
  }
  CHECK(parameter_count(gpt_units(gpt_preset("nano"))) == 12516);
  CHECK(parameter_count(gpt_units(gpt_preset("tiny"))) == 875264);
  CHECK(parameter_count(gpt_units(gpt_preset("small"))) == 10942464);
  CHECK(parameter_count(gpt_units(gpt_preset("base"))) == 86235648);
}

TEST_CASE("the units of nano do not divide evenly") {
  for (const UnitSpec& unit : gpt_units(gpt_preset("nano"))) {
    CAPTURE(unit.name, unit.elements);
    CHECK(unit.elements % 5 != 0);
    CHECK(unit.elements % 8 != 0);
    CHECK((unit.elements % 3 != 0 || unit.name == "head"));
  }
}

TEST_CASE("an unknown preset is refused with the names there are") {
  CHECK_THROWS_WITH(gpt_preset("huge"),
                    ContainsSubstring("huge") && ContainsSubstring("nano, tiny, small, base"));
}

TEST_CASE("a step of tiny costs what the formula says") {
  // [6·(12·4·128² + 256·128) + 12·4·128·128] · 8 · 128
  CHECK(flops_per_step(gpt_preset("tiny"), 8, 128) == 5704253440.0 + 134217728.0);
}

TEST_CASE("initial values have the same bits however the unit is cut") {
  const auto units = gpt_units(gpt_preset("nano"));
  std::mt19937 random(3);
  for (int index = 0; index < static_cast<int>(units.size()); ++index) {
    const UnitSpec& unit = units[static_cast<std::size_t>(index)];
    std::vector<float> whole(unit.elements);
    initialize_parameters(unit, index, 42, {0, unit.elements}, whole);
    std::vector<float> pieces(unit.elements);
    std::size_t begin = 0;
    while (begin < unit.elements) {
      const std::size_t end = std::min(unit.elements, begin + random() % 300);
      initialize_parameters(unit, index, 42, {begin, end},
                            std::span(pieces).subspan(begin, end - begin));
      begin = end;
    }
    CHECK(std::memcmp(whole.data(), pieces.data(), whole.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("initial values have the deviation of their tensor and differ everywhere") {
  const auto units = gpt_units(gpt_preset("tiny"));
  std::vector<float> first_block, second_block, other_seed;
  for (auto* block : {&first_block, &second_block, &other_seed}) block->resize(units[1].elements);
  initialize_parameters(units[1], 1, 7, {0, units[1].elements}, first_block);
  initialize_parameters(units[2], 2, 7, {0, units[2].elements}, second_block);
  initialize_parameters(units[1], 1, 8, {0, units[1].elements}, other_seed);
  for (const TensorSpec& tensor : units[1].tensors) {
    CAPTURE(tensor.name);
    const auto values = std::span(first_block).subspan(tensor.offset, tensor.elements);
    if (tensor.init_stddev == 0) {
      CHECK(std::count(values.begin(), values.end(), tensor.init_constant) ==
            static_cast<std::ptrdiff_t>(values.size()));
      CHECK(tensor.init_constant ==
            (tensor.name.find("norm") == 0 && tensor.name.find("weight") != std::string::npos
                 ? 1.0F
                 : 0.0F));
      continue;
    }
    double sum = 0, squares = 0;
    std::size_t equal = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += values[i];
      squares += double{values[i]} * values[i];
      equal += values[i] == second_block[tensor.offset + i];
      equal += values[i] == other_seed[tensor.offset + i];
    }
    const auto count = static_cast<double>(values.size());
    // Five standard errors.
    CHECK(std::abs(sum / count) < 5 * tensor.init_stddev / std::sqrt(count));
    CHECK(std::abs(std::sqrt(squares / count) / tensor.init_stddev - 1) < 5 / std::sqrt(2 * count));
    CHECK(equal < 10);
  }
}
