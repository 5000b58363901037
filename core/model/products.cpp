#include "core/model/products.hpp"

#include <algorithm>
#include <cmath>

namespace zerolab {

namespace {

std::size_t weight_elements(const GptConfig& config) {
  const auto width = static_cast<std::size_t>(config.width);
  return 12 * static_cast<std::size_t>(config.layers) * width * width +
         GptConfig::vocabulary * width;
}

// The widest of what a layer reads or writes: four times the width, or the logits.
std::size_t activation_elements(const Gpt& model) {
  const auto rows =
      static_cast<std::size_t>(model.batch()) * static_cast<std::size_t>(model.sequence());
  return rows * static_cast<std::size_t>(std::max(4 * model.config().width, GptConfig::vocabulary));
}

std::size_t probability_elements(const Gpt& model) {
  return static_cast<std::size_t>(model.sequence()) * static_cast<std::size_t>(model.sequence());
}

Buffer floats(std::size_t elements) {
  return {device("cpu"), elements * sizeof(float)};
}

// Ordinary numbers: sums stay finite over any number of runs.
void fill(const Buffer& buffer) {
  const auto values = buffer.as<float>();
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 0.01F * (static_cast<float>(i % 97) - 48);
  }
}

// One head of one sequence, among activations of a row per position.
struct Head {
  int sequence, head;
  int length, width, head_width;

  // Its columns in rows of `parts`·width floats: queries, keys and values (0, 1, 2 of 3 parts) lie
  // side by side, as the step has them; the heads' output is all of its rows.
  Matrix part(float* activations, int which, int parts) const {
    const std::ptrdiff_t stride = std::ptrdiff_t{parts} * width;
    return {activations + sequence * length * stride + which * width + head * head_width, length,
            head_width, stride};
  }

  // Queries by keys.
  Matrix square(const Buffer& memory) const {
    return dense(memory.as<float>().data(), length, length);
  }

  float scale() const { return 1.0F / std::sqrt(static_cast<float>(head_width)); }
};

std::vector<Head> heads_of(const Gpt& model) {
  const GptConfig& config = model.config();
  std::vector<Head> heads;
  for (int sequence = 0; sequence < model.batch(); ++sequence) {
    for (int head = 0; head < config.heads; ++head) {
      heads.push_back(
          {sequence, head, model.sequence(), config.width, config.width / config.heads});
    }
  }
  return heads;
}

}  // namespace

StepProducts::StepProducts(const Gpt& model)
    : rows_(model.batch() * model.sequence()),
      weights_(floats(weight_elements(model.config()))),
      gradients_(floats(weight_elements(model.config()))),
      in_(floats(activation_elements(model))),
      out_(floats(activation_elements(model))),
      probabilities_in_(floats(probability_elements(model))),
      probabilities_out_(floats(probability_elements(model))) {
  for (const Buffer* buffer : {&weights_, &in_, &probabilities_in_}) fill(*buffer);

  std::size_t place = 0;
  const auto linear = [&](int inputs, int outputs) {
    const Linear result{inputs, outputs, weights_.as<float>().data() + place,
                        gradients_.as<float>().data() + place};
    place += static_cast<std::size_t>(inputs) * static_cast<std::size_t>(outputs);
    return result;
  };
  struct Block {
    Linear qkv, projection, up, down;
  };
  const int width = model.config().width;
  std::vector<Block> blocks;
  for (int layer = 0; layer < model.config().layers; ++layer) {
    blocks.push_back({linear(width, 3 * width), linear(width, width), linear(width, 4 * width),
                      linear(4 * width, width)});
  }
  const Linear head = linear(width, GptConfig::vocabulary);

  for (const Block& block : blocks) {
    add_forward(block.qkv);
    add_attention_forward(model);
    add_forward(block.projection);
    add_forward(block.up);
    add_forward(block.down);
  }
  add_forward(head);
  add_backward(head);
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    add_backward(block->down);
    add_backward(block->up);
    add_backward(block->projection);
    add_attention_backward(model);
    add_backward(block->qkv);
  }
}

void StepProducts::add(Form form, Matrix out, ConstMatrix a, ConstMatrix b, float scale) {
  products_.push_back({form, out, a, b, scale});
}

void StepProducts::add_forward(const Linear& linear) {
  add(Form::b_transposed, dense(out_.as<float>().data(), rows_, linear.outputs),
      dense(in_.as<float>().data(), rows_, linear.inputs),
      dense(linear.weight, linear.outputs, linear.inputs));
}

void StepProducts::add_backward(const Linear& linear) {
  const ConstMatrix d_out = dense(in_.as<float>().data(), rows_, linear.outputs);
  add(Form::plain, dense(out_.as<float>().data(), rows_, linear.inputs), d_out,
      dense(linear.weight, linear.outputs, linear.inputs));
  add(Form::a_transposed, dense(linear.gradient, linear.outputs, linear.inputs), d_out,
      dense(in_.as<float>().data(), rows_, linear.inputs));
}

void StepProducts::add_attention_forward(const Gpt& model) {
  float* const in = in_.as<float>().data();
  float* const out = out_.as<float>().data();
  for (const Head& head : heads_of(model)) {
    add(Form::b_transposed, head.square(probabilities_out_), head.part(in, 0, 3),
        head.part(in, 1, 3), head.scale());
    add(Form::plain, head.part(out, 0, 1), head.square(probabilities_in_), head.part(in, 2, 3));
  }
}

void StepProducts::add_attention_backward(const Gpt& model) {
  float* const in = in_.as<float>().data();
  float* const out = out_.as<float>().data();
  for (const Head& head : heads_of(model)) {
    const Matrix p = head.square(probabilities_in_);
    const Matrix d_out = head.part(in, 0, 1);
    add(Form::a_transposed, head.part(out, 2, 3), p, d_out);
    add(Form::b_transposed, head.square(probabilities_out_), d_out, head.part(in, 2, 3));
    add(Form::plain, head.part(out, 0, 3), p, head.part(in, 1, 3), head.scale());
    add(Form::a_transposed, head.part(out, 1, 3), p, head.part(in, 0, 3), head.scale());
  }
}

void StepProducts::run() const {
  for (const Product& product : products_) {
    switch (product.form) {
      case Form::plain: add_product(product.out, product.a, product.b, product.scale); break;
      case Form::b_transposed:
        add_product(product.out, product.a, transposed(product.b), product.scale);
        break;
      case Form::a_transposed:
        add_product(product.out, transposed(product.a), product.b, product.scale);
        break;
    }
  }
}

double StepProducts::flops() const {
  double flops = 0;
  for (const Product& product : products_) {
    const int inner = product.form == Form::a_transposed ? product.a.rows : product.a.columns;
    flops += 2.0 * product.out.rows * product.out.columns * inner;
  }
  return flops;
}

}  // namespace zerolab
