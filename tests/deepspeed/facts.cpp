#include "tests/deepspeed/facts.hpp"

#include <fstream>

#include "tests/catch.hpp"

namespace zerolab::test {

namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

}  // namespace

std::vector<FactRow> read_facts(const std::string& file) {
  std::ifstream in(ZEROLAB_FACTS_DIR "/" + file);
  REQUIRE(in);
  std::string line;
  REQUIRE(std::getline(in, line));
  const std::vector<std::string> names = cells_of(line);
  std::vector<FactRow> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> cells = cells_of(line);
    INFO(line);
    REQUIRE(cells.size() == names.size());
    FactRow row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[names[i]] = cells[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string zero_file(int stage, const std::string& inside) {
  return "{\"train_batch_size\": 64, \"zero_optimization\": {\"stage\": " + std::to_string(stage) +
         (inside.empty() ? "" : ", " + inside) + "}}";
}

std::vector<KeyFinding> findings_in(const std::string& text, int ranks) {
  const DsConfig config = parse_ds_config(text, "test.json");
  return findings_of(config, resolve(config, ranks));
}

std::string sentence_about(const std::vector<KeyFinding>& findings, KeyFindingKind kind,
                           const std::string& path) {
  for (const KeyFinding& finding : findings) {
    if (finding.kind == kind && finding.key == path) return finding.sentence;
  }
  return "";
}

}  // namespace zerolab::test
