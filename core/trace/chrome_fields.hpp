// What the writer and the reader of Chrome JSON must agree on: the names under which an event's
// numbers stand in `args`, where a number that says nothing is left out.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/trace/trace.hpp"

namespace zerolab {

inline constexpr std::string_view trace_format = "zerolab trace";  // otherData.format

struct IntField {
  std::string_view name;
  int Event::*value;  // -1 is left out
};
inline constexpr std::array int_fields{
    IntField{"peer", &Event::peer},       IntField{"train_step", &Event::train_step},
    IntField{"plan_op", &Event::plan_op}, IntField{"micro_step", &Event::micro_step},
    IntField{"unit", &Event::unit},       IntField{"collective_id", &Event::collective_id},
    IntField{"step", &Event::step},       IntField{"chunk", &Event::chunk},
    IntField{"slice", &Event::slice}};

struct SizeField {
  std::string_view name;
  std::size_t Event::*value;  // 0 is left out
};
inline constexpr std::array size_fields{SizeField{"offset", &Event::offset},
                                        SizeField{"elements", &Event::elements},
                                        SizeField{"bytes", &Event::bytes}};

inline constexpr std::string_view posted_field = "posted_us";  // left out where it equals the begin

// Appends the header as a JSON object (chrome_header_writer.cpp).
void append_header(std::string& text, const TraceHeader& header);

}  // namespace zerolab
