// The facts as rows, and configurations written around single keys.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/deepspeed/findings.hpp"

namespace zerolab::test {

// A row of a CSV file by the names of its columns; cells may be quoted.
using FactRow = std::map<std::string, std::string>;
std::vector<FactRow> read_facts(const std::string& file);

// {"train_batch_size": 64, "zero_optimization": {"stage": STAGE, INSIDE}}, on one line.
std::string zero_file(int stage, const std::string& inside);

// What explain says about a file on `ranks` ranks.
std::vector<KeyFinding> findings_in(const std::string& text, int ranks = 4);

// The sentence of the finding of a kind about a key (a path); "" where there is none.
std::string sentence_about(const std::vector<KeyFinding>& findings, KeyFindingKind kind,
                           const std::string& path);

}  // namespace zerolab::test
