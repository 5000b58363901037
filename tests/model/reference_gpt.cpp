#include "tests/model/reference_gpt.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "core/base/error.hpp"

namespace zerolab::test {

namespace {

std::vector<Doubles> gelu(std::vector<Doubles> x) {
  for (Doubles& row : x) {
    for (double& v : row) {
      const double u = std::sqrt(2 / std::numbers::pi) * (v + 0.044715 * v * v * v);
      v = 0.5 * v * (1 + std::tanh(u));
    }
  }
  return x;
}

std::vector<Doubles> add(std::vector<Doubles> a, const std::vector<Doubles>& b) {
  for (std::size_t row = 0; row < a.size(); ++row) {
    for (std::size_t i = 0; i < a[row].size(); ++i) a[row][i] += b[row][i];
  }
  return a;
}

}  // namespace

std::vector<Doubles> ReferenceGpt::logits(std::span<const unsigned char> inputs) const {
  std::vector<Doubles> x;
  for (std::size_t t = 0; t < inputs.size(); ++t) {
    Doubles row;
    for (std::size_t i = 0; i < width(); ++i) {
      row.push_back(tensor(0, "table")[inputs[t] * width() + i] +
                    tensor(0, "positions")[t * width() + i]);
    }
    x.push_back(row);
  }
  const std::size_t head = units_.size() - 1;
  for (std::size_t u = 1; u < head; ++u) {
    x = add(x, linear(u, "projection", attention(linear(u, "qkv", norm(u, "norm1", x)))));
    x = add(x, linear(u, "down", gelu(linear(u, "up", norm(u, "norm2", x)))));
  }
  return linear(head, "output", norm(head, "norm", x));
}

double ReferenceGpt::loss(const Batch& batch) const {
  double total = 0;
  const auto length = static_cast<std::size_t>(batch.length);
  for (std::size_t begin = 0; begin < batch.inputs.size(); begin += length) {
    const auto rows = logits(batch.inputs.subspan(begin, length));
    for (std::size_t t = 0; t < length; ++t) {
      double sum = 0;
      for (const double logit : rows[t]) sum += std::exp(logit);
      total += std::log(sum) - rows[t][batch.targets[begin + t]];
    }
  }
  return total / static_cast<double>(batch.inputs.size());
}

const TensorSpec* ReferenceGpt::find(std::size_t unit, const std::string& name) const {
  for (const TensorSpec& spec : units_[unit].tensors) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

const double* ReferenceGpt::tensor(std::size_t unit, const std::string& name) const {
  const TensorSpec* const found = find(unit, name);
  require(found != nullptr, "the tensor exists");
  return parameters_[unit].data() + found->offset;
}

std::vector<Doubles> ReferenceGpt::linear(std::size_t unit, const std::string& name,
                                          const std::vector<Doubles>& x) const {
  const double* const weight = tensor(unit, name + ".weight");
  const bool biased = find(unit, name + ".bias") != nullptr;
  const double* const bias = biased ? tensor(unit, name + ".bias") : nullptr;
  const std::size_t in = x[0].size();
  const std::size_t out = find(unit, name + ".weight")->elements / in;
  std::vector<Doubles> result;
  for (const Doubles& row : x) {
    Doubles y(out);
    for (std::size_t o = 0; o < out; ++o) {
      y[o] = biased ? bias[o] : 0;
      for (std::size_t i = 0; i < in; ++i) y[o] += weight[o * in + i] * row[i];
    }
    result.push_back(y);
  }
  return result;
}

std::vector<Doubles> ReferenceGpt::norm(std::size_t unit, const std::string& name,
                                        std::vector<Doubles> x) const {
  const double* const weight = tensor(unit, name + ".weight");
  const double* const bias = tensor(unit, name + ".bias");
  const auto count = static_cast<double>(width());
  for (Doubles& row : x) {
    double mean = 0;
    for (const double value : row) mean += value / count;
    double variance = 0;
    for (const double value : row) variance += (value - mean) * (value - mean) / count;
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = (row[i] - mean) / std::sqrt(variance + 1e-5) * weight[i] + bias[i];
    }
  }
  return x;
}

std::vector<Doubles> ReferenceGpt::attention(const std::vector<Doubles>& qkv) const {
  const std::size_t size = width() / static_cast<std::size_t>(config_.heads);
  std::vector<Doubles> result(qkv.size(), Doubles(width(), 0.0));
  for (std::size_t start = 0; start < width(); start += size) {
    for (std::size_t t = 0; t < qkv.size(); ++t) {
      Doubles weights;
      double total = 0;
      for (std::size_t s = 0; s <= t; ++s) {
        double score = 0;
        for (std::size_t i = start; i < start + size; ++i) {
          score += qkv[t][i] * qkv[s][width() + i];
        }
        weights.push_back(std::exp(score / std::sqrt(static_cast<double>(size))));
        total += weights.back();
      }
      for (std::size_t s = 0; s <= t; ++s) {
        for (std::size_t i = start; i < start + size; ++i) {
          result[t][i] += weights[s] / total * qkv[s][2 * width() + i];
        }
      }
    }
  }
  return result;
}

Trial::Trial(GptConfig config, int sequences, int length, unsigned seed)
    : gpt(config, sequences, length), memory(gpt) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 0.3F);
  for (const UnitSpec& unit : gpt.units()) {
    for (auto* spans : {&parameters, &gradients}) {
      buffers_.emplace_back(device("cpu"), unit.elements * sizeof(float));
      spans->push_back(buffers_.back().as<float>());
    }
    for (const TensorSpec& tensor : unit.tensors) {
      for (float& value : parameters.back().subspan(tensor.offset, tensor.elements)) {
        value = tensor.init_constant + normal(random);
      }
    }
  }
  for (int i = 0; i < sequences * length; ++i) {
    inputs.push_back(static_cast<unsigned char>(random() % 256));
    targets.push_back(static_cast<unsigned char>(random() % 256));
  }
}

float Trial::forward() const {
  float loss = 0;
  for (std::size_t unit = 0; unit < parameters.size(); ++unit) {
    loss = gpt.forward(static_cast<int>(unit), parameters[unit], batch(), memory.workspace());
  }
  return loss;
}

void Trial::backward() const {
  for (std::size_t unit = parameters.size(); unit-- > 0;) {
    gpt.backward(static_cast<int>(unit), parameters[unit], gradients[unit], batch(),
                 memory.workspace());
  }
}

ReferenceGpt Trial::reference() const {
  std::vector<Doubles> doubles;
  for (const std::span<float> unit : parameters) doubles.emplace_back(unit.begin(), unit.end());
  return {gpt.config(), gpt.units(), doubles};
}

}  // namespace zerolab::test
