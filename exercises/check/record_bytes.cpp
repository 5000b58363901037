#include "exercises/check/record_bytes.hpp"

#include <cstring>
#include <type_traits>

namespace zerolab::exercises {

namespace {

// Writes what it is given. The one description of the layout, fields() below, serves both ways.
class Writer {
 public:
  template <typename T>
  void number(T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    append(&value, sizeof value);
  }

  template <typename Sequence>
  void numbers(Sequence& values) {
    length(values);
    append(values.data(), values.size() * sizeof values[0]);
  }

  template <typename Sequence>
  void length(Sequence& values) {
    std::uint64_t size = values.size();
    number(size);
  }

  std::string bytes;

 private:
  void append(const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  }
};

// Reads it back. Once bytes are missing everything is empty, and `complete` false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  void number(T& value) {
    take(&value, sizeof value);
  }

  template <typename Sequence>
  void numbers(Sequence& values) {
    length(values);
    take(values.data(), values.size() * sizeof values[0]);
  }

  // Every entry of a sequence takes a byte at least.
  template <typename Sequence>
  void length(Sequence& values) {
    std::uint64_t size = 0;
    number(size);
    if (size > bytes_.size()) complete = false;
    values.resize(complete ? size : 0);
  }

  bool complete = true;

 private:
  void take(void* data, std::size_t size) {
    if (size > bytes_.size()) complete = false;
    if (!complete || size == 0) return;
    std::memcpy(data, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
};

template <typename Way>
void fields(Way& way, std::vector<LoggedMessage>& messages) {
  way.length(messages);
  for (LoggedMessage& message : messages) {
    way.number(message.peer);
    way.numbers(message.values);
  }
}

template <typename Way>
void fields(Way& way, RankResult& result) {
  way.length(result.calls);
  for (LoggedCall& call : result.calls) {
    fields(way, call.sends);
    fields(way, call.receives);
    way.number(call.finished);
  }
  way.length(result.notes);
  for (Note& note : result.notes) {
    way.number(note.kind);
    way.number(note.unit);
    way.number(note.elements);
    way.number(note.calls);
  }
  way.numbers(result.block);
  way.numbers(result.numbers);
}

template <typename Way>
void fields(Way& way, RunRecord& record) {
  way.number(record.ending);
  way.numbers(record.detail);
  way.number(record.culprit);
  way.length(record.ranks);
  for (RankResult& result : record.ranks) fields(way, result);
}

}  // namespace

std::string to_bytes(const RunRecord& record) {
  Writer writer;
  RunRecord copy = record;  // one description serves both ways, so it cannot be const
  fields(writer, copy);
  return std::move(writer.bytes);
}

std::optional<RunRecord> parse_record(std::string_view bytes, const Case& run) {
  Reader reader(bytes);
  RunRecord record;
  fields(reader, record);
  record.run = run;
  if (!reader.complete) return std::nullopt;
  return record;
}

}  // namespace zerolab::exercises
