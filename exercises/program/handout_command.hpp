// lab handout: the course as students get it. Instructors make hand-outs; students bring theirs up
// to date.
#pragma once

#include <functional>
#include <string>

#include "core/cli/command_line.hpp"
#include "exercises/program/place.hpp"

namespace zerolab::exercises {

struct HandoutRequest {
  std::string folder;             // to make; empty: none
  std::string archive;            // to make, .tar.gz or .zip; empty: none
  std::string exercises = "all";  // or "01-07,13"
  std::string build;              // where its compiled parts are built; empty: build/handout
  bool prebuilt = false;
  bool json = false;
};

using HandoutMaker = std::function<int(const Place&, const HandoutRequest&)>;

// Without a maker, as in a hand-out, the command can only update.
void add_handout_command(CommandLine& program, HandoutMaker maker = {});

}  // namespace zerolab::exercises
