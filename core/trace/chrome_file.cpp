// Traces as files: which ending means what, and compression.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/gzip.hpp"
#include "core/trace/json_damage.hpp"
#include "core/trace/packed_lines.hpp"

namespace zerolab {

void write_trace(const std::filesystem::path& path, const Trace& trace) {
  const std::string name = path.filename().string();
  if (name.ends_with(".json.gz")) {
    write_file(path, gzip(to_chrome_json(trace)));
  } else if (name.ends_with(".json")) {
    write_file(path, to_chrome_json(trace));
  } else {
    throw input_error(
        "cannot write {}: a trace's name ends with .json, or with .json.gz to have "
        "it compressed",
        path.string());
  }
}

Trace read_trace(const std::filesystem::path& path) {
  std::string content = read_file(path);
  if (is_gzip(content)) {
    if (auto trace = read_packed_lines(content)) return *std::move(trace);
    Gunzipped unpacked = gunzip(content, max_json_bytes);
    if (!unpacked.fault.empty()) {
      throw input_error("cannot read {}: {}, at byte {} of {}; {} whole records lie before it",
                        path.string(), unpacked.fault, unpacked.byte, content.size(),
                        find_damage(unpacked.text).records_before);
    }
    content = std::move(unpacked.text);
  }
  return parse_chrome_json(content, path.string());
}

}  // namespace zerolab
