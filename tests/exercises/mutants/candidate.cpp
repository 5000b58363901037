#include "tests/exercises/mutants/candidate.hpp"

#include <algorithm>
#include <regex>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises::mutants {

namespace {

std::vector<std::string> parts(std::string text, const std::string& separator) {
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = text.find(separator)) != std::string::npos;) {
    words.push_back(text.substr(0, at));
    text.erase(0, at + separator.size());
  }
  words.push_back(text);
  return words;
}

void read_first_line(Candidate& candidate) {
  const std::string content = read_file(candidate.file);
  const std::string line = content.substr(0, content.find('\n'));
  static const std::regex form("// loses: ([a-z]+); says: (.+)");
  std::smatch match;
  if (!std::regex_match(line, match, form)) {
    throw input_error("{}: the first line must read '// loses: GROUP; says: WORDS / WORDS'",
                      candidate.file.string());
  }
  candidate.loses = parse_group(match[1].str());
  candidate.says = parts(match[2], " / ");
}

std::vector<Candidate> in_folder(const std::filesystem::path& folder, Kind kind,
                                 const std::string& prefix) {
  std::vector<Candidate> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp") continue;
    Candidate candidate;
    candidate.kind = kind;
    candidate.name = prefix + entry.path().stem().string();
    candidate.file = entry.path();
    if (kind == Kind::mutant) read_first_line(candidate);
    found.push_back(candidate);
  }
  std::ranges::sort(found, {}, &Candidate::name);
  return found;
}

}  // namespace

std::vector<Candidate> read_candidates(const std::filesystem::path& root,
                                       const ExerciseInfo& exercise) {
  const std::filesystem::path folder = root / "tests/mutants" / exercise.label();
  std::vector<Candidate> all = in_folder(folder, Kind::mutant, "");
  const std::vector<Candidate> valid = in_folder(folder / "valid", Kind::valid, "valid/");
  all.insert(all.end(), valid.begin(), valid.end());
  const auto add = [&](Kind kind, const char* name, const std::filesystem::path& file) {
    Candidate candidate;
    candidate.kind = kind;
    candidate.name = name;
    candidate.file = file;
    all.push_back(candidate);
  };
  add(Kind::solution, "the solution", root / "solutions" / exercise.label() / exercise.file);
  add(Kind::starter, "as handed out",
      root / "exercises/starters" / exercise.label() / exercise.file);
  return all;
}

}  // namespace zerolab::exercises::mutants
