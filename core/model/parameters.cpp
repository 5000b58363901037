#include "core/model/parameters.hpp"

#include <cmath>
#include <numbers>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"

namespace zerolab {

namespace {

constexpr float stddev = 0.02F;

// Appends tensors one after another.
class UnitBuilder {
 public:
  explicit UnitBuilder(std::string name) { unit_.name = std::move(name); }

  UnitBuilder& matrix(std::string name, std::size_t elements, float init_stddev) {
    return add({std::move(name), 0, elements, init_stddev, 0, true});
  }
  UnitBuilder& vector(std::string name, std::size_t elements, float constant) {
    return add({std::move(name), 0, elements, 0, constant, false});
  }
  UnitSpec build() { return std::move(unit_); }

 private:
  UnitBuilder& add(TensorSpec tensor) {
    tensor.offset = unit_.elements;
    unit_.elements += tensor.elements;
    unit_.tensors.push_back(std::move(tensor));
    return *this;
  }

  UnitSpec unit_;
};

// A number in (0, 1]: never 0, whose logarithm does not exist.
double uniform(std::uint64_t bits) {
  return static_cast<double>((bits >> 11) + 1) * 0x1p-53;
}

// Box and Muller 1958, in double, from two numbers that belong to this index alone.
double normal(std::uint64_t key, std::uint64_t index) {
  const double radius = std::sqrt(-2 * std::log(uniform(mix(key + 2 * index))));
  const double angle = 2 * std::numbers::pi * uniform(mix(key + 2 * index + 1));
  return radius * std::cos(angle);
}

}  // namespace

std::vector<UnitSpec> gpt_units(const GptConfig& config) {
  check(config);
  const auto width = static_cast<std::size_t>(config.width);
  const auto context = static_cast<std::size_t>(config.context);
  const std::size_t vocabulary = GptConfig::vocabulary;
  const float residual_stddev = stddev / std::sqrt(2.0F * static_cast<float>(config.layers));

  std::vector<UnitSpec> units;
  units.push_back(UnitBuilder("embedding")
                      .matrix("table", vocabulary * width, stddev)
                      .matrix("positions", context * width, stddev)
                      .build());
  for (int layer = 0; layer < config.layers; ++layer) {
    units.push_back(UnitBuilder(fmt::format("block {}", layer))
                        .vector("norm1.weight", width, 1)
                        .vector("norm1.bias", width, 0)
                        .matrix("qkv.weight", 3 * width * width, stddev)
                        .vector("qkv.bias", 3 * width, 0)
                        .matrix("projection.weight", width * width, residual_stddev)
                        .vector("projection.bias", width, 0)
                        .vector("norm2.weight", width, 1)
                        .vector("norm2.bias", width, 0)
                        .matrix("up.weight", 4 * width * width, stddev)
                        .vector("up.bias", 4 * width, 0)
                        .matrix("down.weight", 4 * width * width, residual_stddev)
                        .vector("down.bias", width, 0)
                        .build());
  }
  units.push_back(UnitBuilder("head")
                      .vector("norm.weight", width, 1)
                      .vector("norm.bias", width, 0)
                      .matrix("output.weight", vocabulary * width, stddev)
                      .build());
  return units;
}

std::size_t parameter_count(std::span<const UnitSpec> units) {
  std::size_t elements = 0;
  for (const UnitSpec& unit : units) elements += unit.elements;
  return elements;
}

void initialize_parameters(const UnitSpec& unit, int unit_index, std::uint64_t seed, Range range,
                           std::span<float> out) {
  require(range.end <= unit.elements && out.size() == range.size(),
          "the range lies in the unit and the span holds it");
  const std::uint64_t unit_key = mix(mix(seed) + static_cast<std::uint64_t>(unit_index));
  for (std::size_t t = 0; t < unit.tensors.size(); ++t) {
    const TensorSpec& tensor = unit.tensors[t];
    const std::uint64_t key = mix(unit_key + t);
    const Range part = intersect(range, {tensor.offset, tensor.offset + tensor.elements});
    for (std::size_t i = part.begin; i < part.end; ++i) {
      float value = tensor.init_constant;
      if (tensor.init_stddev != 0) {
        value = static_cast<float>(tensor.init_stddev * normal(key, i - tensor.offset));
      }
      out[i - range.begin] = value;
    }
  }
}

}  // namespace zerolab
