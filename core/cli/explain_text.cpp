#include "core/cli/explain_text.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/base/words.hpp"
#include "core/cli/words.hpp"
#include "core/deepspeed/step_traffic.hpp"

namespace zerolab {

namespace {

constexpr std::size_t text_columns = 100;

// "9.000x": what all ranks send, in passes of everything.
std::string in_x(std::int64_t sent_by_all, std::int64_t x_by_all) {
  if (x_by_all == 0) return "0";
  const double multiple = static_cast<double>(sent_by_all) / static_cast<double>(x_by_all);
  return fmt::format("{:.4g}x", multiple);
}

std::string explained_heading(const std::string& name, const ConfigExplanation& explanation) {
  const Resolved& resolved = explanation.resolved;
  const BatchArithmetic& batch = resolved.batch;
  return fmt::format(
      "{}: ZeRO stage {}, {}\n"
      "{} of {} = Ψ, N = {}; {} per update\n"
      "{} per update = {} per rank and micro-step × {} × {}\n",
      name, resolved.zero.stage, resolved.decision("stage").outcome,
      counted(static_cast<std::int64_t>(explanation.question.unit_elements.size()), "unit"),
      counted(explanation.parameters, "parameter"), counted(resolved.zero.world_size, "rank"),
      counted(batch.micro_steps, "micro-step"), counted(batch.train_batch, "sequence"),
      with_separators(batch.micro_batch), counted(batch.micro_steps, "micro-step"),
      counted(resolved.zero.world_size, "rank"));
}

// "all_reduce" of "all_reduce, then each rank keeps its own part".
std::string collective_alone(const ExplainedMove& move) {
  return move.collective.substr(0, move.collective.find_first_of(", "));
}

// Short enough for a table; the reasons below it say it in full.
std::string when_in_short(const ExplainedMove& move) {
  return move.when.starts_with("before each") ? "before each use" : move.when;
}

std::string moves_text(const ConfigExplanation& explanation) {
  Table table({{"", Align::left},
               {"collective", Align::left},
               {"when", Align::left},
               {"issued"},
               {"sent"},
               {"received"},
               {"in x"}});
  const std::int64_t x = moved_large(explanation.x).sent_by_all;
  for (const ExplainedMove& move : explanation.moves) {
    if (move.rounds == 0) continue;
    const MovedElements sums = moved(explanation.traffic, move.purpose);
    table.add_row({std::string(to_string(move.purpose)), collective_alone(move),
                   when_in_short(move),
                   move.collectives > 0 ? with_separators(move.collectives) : "?",
                   with_separators(sums.most_sent), with_separators(sums.most_received),
                   in_x(sums.sent_by_all, x)});
  }
  const MovedElements all = moved_large(explanation.traffic);
  table.add_row({"together", "", "", "", with_separators(all.most_sent),
                 with_separators(all.most_received), in_x(all.sent_by_all, x)});
  std::string text =
      "What moves in one step: elements that a rank sends and receives; collectives that are "
      "issued\n" +
      table.to_string();
  const std::int64_t uneven =
      std::max(all.most_sent - all.least_sent, all.most_received - all.least_received);
  if (uneven > 0) {
    text += fmt::format("  Of the rank that moves most; the others move up to {} fewer.\n",
                        counted(uneven, "element"));
  }
  return text;
}

std::string compared_with_ideal(const ConfigExplanation& explanation) {
  const std::int64_t x = moved_large(explanation.x).sent_by_all;
  if (x == 0) return "One rank has nobody to exchange anything with.\n";
  const std::int64_t here = moved_large(explanation.traffic).sent_by_all;
  const std::int64_t ideal = moved_large(explanation.ideal).sent_by_all;
  const std::string verdict =
      here == ideal ? "the file moves just that"
                    : fmt::format("the file moves {}, {:.3g} times as much", in_x(here, x),
                                  static_cast<double>(here) / static_cast<double>(ideal));
  const std::int64_t once = moved_large(explanation.x).most_sent;
  const std::string needs = explanation.ideal_formula == in_x(ideal, x)
                                ? in_x(ideal, x)
                                : explanation.ideal_formula + " = " + in_x(ideal, x);
  return paragraph(
      "  ", fmt::format("x = Ψ(N-1)/N, {} elements here: everything once round the ring. Stage {} "
                        "needs {}; {}.",
                        with_separators(once), explanation.resolved.zero.stage, needs, verdict));
}

std::string reasons(const ConfigExplanation& explanation) {
  std::string text = "Why\n";
  for (const ExplainedMove& move : explanation.moves) {
    const std::string because =
        fmt::format("{}{}{}, because {}", move.collective, move.when.empty() ? "" : " ", move.when,
                    fmt::join(move.decided_by, ", "));
    text += paragraph(fmt::format("  {:<12}", to_string(move.purpose)), because);
    if (!move.collectives_note.empty()) {
      text += paragraph(fmt::format("  {:<12}", ""), "issued: " + move.collectives_note);
    }
  }
  for (const std::string_view topic : {"micro-steps", "precision"}) {
    const Decision& decision = explanation.resolved.decision(topic);
    text += paragraph(
        fmt::format("  {:<12}", topic),
        fmt::format("{}, because {}", decision.outcome, fmt::join(decision.decided_by, ", ")));
  }
  return text;
}

std::string small_text(const ConfigExplanation& explanation) {
  std::string text = "Small collectives beside these, in DeepSpeed\n";
  if (explanation.small.empty()) {
    text += "  none: in stage 0 every rank has all gradients and computes the norm itself\n";
  } else {
    Table table({{"", Align::left}, {"carries", Align::left}, {"in a step"}, {"", Align::left}});
    for (const SmallCollective& small : explanation.small) {
      table.add_row({small.what, small.type, small.how_many, small.why});
    }
    text += table.to_string();
    text += paragraph(
        "  ", fmt::format("Each is an all_reduce, so that a profile of stage {} shows all_reduce "
                          "whatever moves gradients.",
                          explanation.resolved.zero.stage));
  }
  for (const std::string& note : explanation.small_notes) text += paragraph("  ", note);
  return text;
}

// Where the bytes of a category lie: beside the GPU's where they are offloaded.
std::string_view place_of(const ConfigExplanation& explanation, MemoryCategory category) {
  const OffloadDevice states = explanation.resolved.optimizer_offload;
  const OffloadDevice parameters = explanation.resolved.parameter_offload;
  OffloadDevice device = OffloadDevice::none;
  if (category == MemoryCategory::parameters) device = parameters;
  if (category == MemoryCategory::master_weights || category == MemoryCategory::momentum ||
      category == MemoryCategory::variance) {
    device = states;
  }
  return device == OffloadDevice::none ? "" : to_string(device);
}

std::string memory_text(const ConfigExplanation& explanation) {
  Table table({{"", Align::left}, {"bytes"}, {"", Align::left}});
  std::int64_t total = 0;
  for (const MemoryCategory category : all_memory_categories) {
    std::int64_t most = 0;
    for (const RankMemory& rank : explanation.memory) {
      most = std::max(most, bytes_of(rank.at_rest, category));
    }
    if (most == 0) continue;
    const std::string_view place = place_of(explanation, category);
    if (place.empty()) total += most;
    table.add_row({std::string(to_string(category)), format_bytes(most),
                   place.empty() ? "" : fmt::format("on the {}, not counted below", place)});
  }
  std::vector<std::string> unknown;
  for (const BucketBytes& bucket : explanation.buckets) {
    if (bucket.known) total += bucket.bytes;
    if (!bucket.known) unknown.push_back(bucket.what);
    table.add_row({bucket.what, bucket.known ? format_bytes(bucket.bytes) : "?", bucket.how});
  }
  const std::string without =
      unknown.empty() ? std::string{} : fmt::format(", without {}", fmt::join(unknown, ", "));
  table.add_row({"together", format_bytes(total), "at most, without activations" + without});
  return "What a rank keeps (1 GB = 10^9 bytes; buckets are DeepSpeed's, and at most so large)\n" +
         table.to_string();
}

std::string findings_text(const ConfigExplanation& explanation) {
  if (explanation.findings.empty()) return "Nothing to say about its keys: each acts.\n";
  std::string text = "About its keys\n";
  bool from_defaults = false;
  for (const KeyFinding& finding : explanation.findings) {
    from_defaults = from_defaults || finding.line == 0;
    const std::string line = finding.line > 0 ? fmt::format("line {}", finding.line) : "–";
    const std::size_t wide = display_width(line);
    const std::string padded = line + std::string(wide < 9 ? 9 - wide : 1, ' ');
    text += paragraph(fmt::format("  {}{:<16}", padded, to_string(finding.kind)), finding.sentence);
  }
  return text + (from_defaults ? "  –: not in the file, the default does it\n" : "");
}

}  // namespace

std::string paragraph(const std::string& lead, std::string_view text) {
  const std::size_t indent = display_width(lead);
  std::string lines = lead;
  std::size_t column = indent;
  for (const std::string_view word : words_of(text)) {
    const std::size_t width = display_width(word);
    if (column > indent && column + 1 + width > text_columns) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += width;
  }
  return lines + '\n';
}

std::string explanation_text(const std::string& name, const ConfigExplanation& explanation) {
  std::string text = explained_heading(name, explanation) + '\n' + moves_text(explanation) +
                     compared_with_ideal(explanation) + '\n' + reasons(explanation) + '\n' +
                     small_text(explanation) + '\n' + memory_text(explanation) + '\n' +
                     findings_text(explanation) + "\nNotes\n";
  for (const std::string& note : explanation.notes) text += paragraph("  - ", note);
  return text;
}

std::string dialects_text(const ConfigExplanation& explanation, Dialect asked) {
  Table table({{"", Align::left},
               {"", Align::left},
               {"collective", Align::left},
               {"when", Align::left},
               {"sent"},
               {"in x"}});
  std::string how;
  for (const DialectColumn& column : in_all_dialects(explanation)) {
    const bool marked = column.dialect == asked;
    std::string title = fmt::format("{}{}", marked ? "→ " : "  ", to_string(column.dialect));
    for (const DialectMove& move : column.moves) {
      table.add_row({title, move.what, move.collective, move.when,
                     with_separators(move.sent_elements), fmt::format("{:.4g}x", move.x)});
      title.clear();
    }
    const std::string formula = column.formula.empty() ? "" : column.formula + " = ";
    table.add_row({"", "together", "", "", with_separators(column.sent_elements),
                   fmt::format("{}{:.4g}x", formula, column.x)});
    if (column.dialect != Dialect::fsdp2) table.add_gap();
    how += paragraph(fmt::format("  {:<11}", to_string(column.dialect)), column.how);
  }
  return fmt::format(
      "The same intent, stage {} with {}, in three systems; elements that a rank sends in a step\n"
      "{}\nHow it is asked for\n{}",
      explanation.resolved.zero.stage, counted(explanation.resolved.zero.micro_steps, "micro-step"),
      table.to_string(), how);
}

}  // namespace zerolab
