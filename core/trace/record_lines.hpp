// The quick way into a file that is laid out as to_chrome_json lays it out: one record a line, its
// members in that order, no spaces. It knows this layout only: where anything else stands, be it
// damage or another program's work, it gives up, and parse_chrome_json finds out what it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/trace/trace.hpp"

namespace zerolab {

class RecordLines {
 public:
  // The file's next text: whole lines; only the last line of the file may lack its end. False where
  // it gave up, now or before.
  bool add(std::string_view lines);

  // The trace after the file's last text; none where it gave up or the file is not whole.
  std::optional<Trace> finish();

 private:
  enum class Place { header, records, closing, end, lost };  // closing: "]}" is due

  Place read_header_line(std::string_view line);
  // Reads from the front of `lines` what it can, up to and with the last record.
  Place read_records(std::string_view& lines);

  Place place_ = Place::header;
  std::string header_;  // its lines so far
  Trace trace_;
};

}  // namespace zerolab
