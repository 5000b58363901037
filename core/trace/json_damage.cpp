#include "core/trace/json_damage.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace zerolab {

namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_reason = 200;  // a message may quote the text

// Follows the parse without building anything; counts the objects directly in "traceEvents".
class Follower : public nlohmann::json_sax<Json> {
 public:
  JsonDamage damage;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t& digits) override {
    if (digits.find_first_of(".eE") != string_t::npos) return true;
    damage.reason = fmt::format("the number {} is beyond 64 bits", digits.substr(0, 40));
    return false;
  }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool key(string_t& name) override {
    if (depth_ == 1) in_events_ = name == "traceEvents";
    return true;
  }
  bool end_object() override {
    --depth_;
    if (in_events_ && depth_ == 2) ++damage.records_before;
    return true;
  }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
    std::string_view reason = error.what();  // "[json.exception…] parse error at line …: REASON"
    if (const std::size_t end = reason.find("] "); end != std::string_view::npos) {
      reason.remove_prefix(end + 2);
    }
    damage.reason = fmt::format("byte {}: {}{}", byte, reason.substr(0, longest_reason),
                                reason.size() > longest_reason ? " …" : "");
    return false;
  }

 private:
  bool enter() {
    if (++depth_ <= max_json_depth) return true;
    damage.reason = fmt::format("nested deeper than {} levels", max_json_depth);
    return false;
  }

  std::size_t depth_ = 0;
  bool in_events_ = false;
};

}  // namespace

JsonDamage find_damage(std::string_view json) {
  Follower follower;
  Json::sax_parse(json.begin(), json.end(), &follower);
  return follower.damage;
}

}  // namespace zerolab
