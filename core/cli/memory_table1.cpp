#include "core/cli/memory_table1.hpp"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/zero/plan/memory_plan.hpp"

namespace zerolab {

namespace {

struct PrintedRow {
  double parameters;                        // Ψ
  int world_size;                           // "DP" in the paper
  std::array<std::string_view, 3> printed;  // GB with stages 1, 2 and 3
};

constexpr PrintedRow table1_rows[] = {
    {7.5e9, 1, {"120", "120", "120"}},      {7.5e9, 4, {"52.5", "41.3", "30"}},
    {7.5e9, 16, {"35.6", "21.6", "7.5"}},   {7.5e9, 64, {"31.4", "16.6", "1.88"}},
    {7.5e9, 256, {"30.4", "15.4", "0.47"}}, {7.5e9, 1024, {"30.1", "15.1", "0.12"}},
    {128e9, 1, {"2048", "2048", "2048"}},   {128e9, 4, {"896", "704", "512"}},
    {128e9, 16, {"608", "368", "128"}},     {128e9, 64, {"536", "284", "32"}},
    {128e9, 256, {"518", "263", "8"}},      {128e9, 1024, {"513", "257", "2"}},
    {1e12, 1, {"16000", "16000", "16000"}}, {1e12, 4, {"7000", "5500", "4000"}},
    {1e12, 16, {"4750", "2875", "1000"}},   {1e12, 64, {"4187", "2218", "250"}},
    {1e12, 256, {"4046", "2054", "62.5"}},  {1e12, 1024, {"4011", "2013", "15.6"}}};

// How a printed number came from the exact one.
enum class Printing {
  exact,
  either,   // rounding and cutting off both give it
  rounded,  // only rounding (half up) gives it
  cut_off,  // only cutting off gives it
  wrong     // neither gives it
};

std::string_view to_string(Printing printing) {
  switch (printing) {
    case Printing::exact: return "exact";
    case Printing::either: return "either";
    case Printing::rounded: return "rounded";
    case Printing::cut_off: return "cut off";
    case Printing::wrong: return "wrong";
  }
  throw InvariantError("a Printing without a name");
}

std::string_view mark(Printing printing) {
  switch (printing) {
    case Printing::exact: return "=";
    case Printing::either: return "≈";
    case Printing::rounded: return "↑";
    case Printing::cut_off: return "↓";
    case Printing::wrong: return "≠";
  }
  throw InvariantError("a Printing without a mark");
}

std::string_view printed_cell(const PrintedRow& row, int stage) {
  return row.printed[static_cast<std::size_t>(stage - 1)];
}

double exact_bytes(const PrintedRow& row, int stage) {
  return state_bytes(stage, Precision::bf16, row.parameters, row.world_size);
}

Printing printing_of(const PrintedRow& row, int stage) {
  const std::string_view text = printed_cell(row, stage);
  const std::size_t point = text.find('.');
  const std::size_t decimals = point == std::string_view::npos ? 0 : text.size() - point - 1;
  // Both in units of the last printed digit.
  const double scale = std::pow(10.0, static_cast<double>(decimals));
  const double exact = exact_bytes(row, stage) / 1e9 * scale;
  const double cell = std::round(std::stod(std::string(text)) * scale);
  const bool cut_off = std::floor(exact) == cell;
  const bool rounded = std::floor(exact + 0.5) == cell;
  if (exact == cell) return Printing::exact;
  if (cut_off && rounded) return Printing::either;
  return cut_off ? Printing::cut_off : rounded ? Printing::rounded : Printing::wrong;
}

int cells_printed(Printing printing) {
  int cells = 0;
  for (const PrintedRow& row : table1_rows) {
    for (int stage = 1; stage <= 3; ++stage) cells += printing_of(row, stage) == printing ? 1 : 0;
  }
  return cells;
}

// What the marks say, and how many cells have each.
std::string legend() {
  const int wrong = cells_printed(Printing::wrong);
  return fmt::format(
      "{}\n"
      "  =  {:2} cells: exact          ↑  {:2} cells: only rounding gives them\n"
      "  ≈  {:2} cells: shortened      ↓  {:2} cells: only cutting digits off gives them\n"
      "The paper rounded the 7.5B rows and cut digits off in the 128B and 1T rows.\n",
      wrong == 0 ? "All printed cells agree with the formulas to the last printed digit."
                 : fmt::format("{} PRINTED CELLS DIFFER FROM THE FORMULAS: see ≠.", wrong),
      cells_printed(Printing::exact), cells_printed(Printing::rounded),
      cells_printed(Printing::either), cells_printed(Printing::cut_off));
}

}  // namespace

bool table1_agrees() {
  return cells_printed(Printing::wrong) == 0;
}

std::string table1_text() {
  Table table({{"model", Align::left},
               {"ranks"},
               {"stage 1 |"},
               {"paper", Align::left},
               {"stage 2 |"},
               {"paper", Align::left},
               {"stage 3 |"},
               {"paper", Align::left}});
  double model = 0;
  for (const PrintedRow& row : table1_rows) {
    const bool opens_model = row.parameters != model;
    if (opens_model && model != 0) table.add_gap();
    model = row.parameters;
    std::vector<std::string> cells{"", std::to_string(row.world_size)};
    if (opens_model) {
      cells[0] = model < 1e12 ? fmt::format("{}B", model / 1e9) : fmt::format("{}T", model / 1e12);
    }
    for (int stage = 1; stage <= 3; ++stage) {
      cells.push_back(fmt::format("{:.3f} |", exact_bytes(row, stage) / 1e9));
      cells.push_back(
          fmt::format("{} {}", printed_cell(row, stage), mark(printing_of(row, stage))));
    }
    table.add_row(std::move(cells));
  }
  return fmt::format(
      "Table 1 of the ZeRO paper (Rajbhandari et al. 2020): model state per rank, in GB (10^9\n"
      "bytes). Stage 1 keeps {}, stage 2 {}, stage 3 {} bytes; left of each\n"
      "bar the computed value, right of it the cell as the paper prints it.\n\n{}\n{}",
      state_formula(1, Precision::bf16), state_formula(2, Precision::bf16),
      state_formula(3, Precision::bf16), table.to_string(), legend());
}

Json table1_json() {
  Json json = json_report("memory --table");
  json["config"] = {{"precision", to_string(Precision::bf16)}};
  json["cells"] = Json::array();
  for (const PrintedRow& row : table1_rows) {
    for (int stage = 1; stage <= 3; ++stage) {
      const Printing printing = printing_of(row, stage);
      json["cells"].push_back({{"parameters", static_cast<std::int64_t>(row.parameters)},
                               {"ranks", row.world_size},
                               {"stage", stage},
                               {"bytes_per_rank", exact_bytes(row, stage)},
                               {"printed_gb", printed_cell(row, stage)},
                               {"printing", to_string(printing)},
                               {"agrees", printing != Printing::wrong}});
    }
  }
  return json;
}

}  // namespace zerolab
