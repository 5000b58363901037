// What `zerolab profile` found, for its text and its JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/profile/explain.hpp"
#include "core/profile/judgement.hpp"
#include "core/profile/kineto_reader.hpp"
#include "core/profile/own_rows.hpp"

namespace zerolab {

// Of a trace of zerolab's own.
struct OwnReport {
  std::string name;  // the file's
  TraceHeader header;
  OwnProfile profile;
  std::optional<int> only;  // --step
  std::string config_name;  // --ds-config; empty without
  std::vector<std::string> config_notes;
  std::optional<Explanation> explanation;
};

// Of a trace of PyTorch's profiler.
struct KinetoReport {
  std::string name;
  KinetoTrace trace;
  std::vector<ProfileRow> kernel_rows, host_rows;
  Shares shares;
  Judgement judgement;
  std::string config_name;
  std::optional<ForeignExplanation> explanation;
};

// Whether the trace's totals are the header's predictions, where it has any.
bool as_predicted(const OwnReport& report);

// Whether a configuration was given that explains the trace, and would issue no more.
bool is_explained(const OwnReport& report);
bool is_explained(const KinetoReport& report);

}  // namespace zerolab
