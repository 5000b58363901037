// The rules of rules.hpp, one function each.
#include "tests/layering/rules.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <regex>
#include <span>
#include <string_view>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "tests/layering/house.hpp"

namespace zerolab::layering {

namespace {

namespace fs = std::filesystem;

bool lies_in(std::string_view path, std::string_view place) {
  return path == place || (path.starts_with(place) && path[place.size()] == '/');
}

bool lies_in_any(std::string_view path, std::span<const std::string_view> places) {
  return std::ranges::any_of(places, [&](std::string_view place) { return lies_in(path, place); });
}

bool has_ending(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings,
                             [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_cpp(std::string_view path) {
  return has_ending(path, {".cpp", ".hpp", ".cu", ".cuh"});
}

bool is_shell(std::string_view path, const std::vector<std::string>& lines) {
  return path.ends_with(".sh") ||
         (!lines.empty() && lines[0].starts_with("#!") && lines[0].ends_with("sh"));
}

std::vector<std::string> read_lines(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

const Layer* layer_of(std::string_view path) {
  for (const Layer& layer : layers()) {
    if (lies_in(path, layer.place)) return &layer;
  }
  return nullptr;
}

// The backend that `path` belongs to, such as "core/transport/mpi"; none for the files beside the
// registry.
std::optional<std::string_view> backend_of(std::string_view path, const BackendFolder& folder) {
  if (!lies_in(path, folder.place)) return std::nullopt;
  const std::size_t end = path.find('/', folder.place.size() + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return path.substr(0, end);
}

void check_backends(const SourceFile& file, std::size_t line, std::string_view included,
                    std::vector<Finding>& findings) {
  for (const BackendFolder& folder : backend_folders()) {
    const auto backend = backend_of(included, folder);
    if (!backend || lies_in(file.path, *backend) || file.path == folder.registry ||
        lies_in_any(file.path, folder.also_known_to)) {
      continue;
    }
    findings.push_back({file.path, line,
                        fmt::format("includes \"{}\": a backend is known to {} only; use the "
                                    "interface in {}/",
                                    included, folder.registry, folder.place)});
  }
}

// One #include: its name, and whether it stands in quotes.
struct Include {
  std::size_t line;
  std::string name;
  bool quoted;
};

std::vector<Include> includes_of(const SourceFile& file) {
  static const std::regex directive(R"(^\s*#\s*include(?:_next)?\s*([<"])([^>"]+)[>"])");
  std::vector<Include> includes;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    std::smatch match;
    if (std::regex_search(file.lines[i], match, directive)) {
      includes.push_back({i + 1, match[2].str(), match[1].str() == "\""});
    }
  }
  return includes;
}

void check_includes(const SourceFile& file, std::vector<Finding>& findings) {
  static constexpr std::string_view roots[] = {"core", "viz", "exercises", "solutions", "tests"};
  if (!is_cpp(file.path) || !lies_in_any(file.path, roots)) return;
  const bool is_test = lies_in(file.path, "tests");
  const Layer* layer = layer_of(file.path);
  if (layer == nullptr && !is_test) {
    findings.push_back({file.path, 0,
                        "lies in no layer of the house: add its folder to the table in "
                        "core/README.md and tests/layering/house.cpp"});
    return;
  }
  for (const Include& include : includes_of(file)) {
    if (!lies_in_any(include.name, roots)) {
      if (include.quoted) {
        findings.push_back({file.path, include.line,
                            fmt::format("includes \"{0}\": write our headers from the repository "
                                        "root, others as <{0}>",
                                        include.name)});
      }
      continue;
    }
    if (is_test) continue;
    if (!lies_in(include.name, layer->place) && !lies_in_any(include.name, layer->may_include)) {
      findings.push_back(
          {file.path, include.line,
           fmt::format("includes \"{}\": besides itself, {} may include {}", include.name,
                       layer->place,
                       layer->may_include.empty()
                           ? "nothing of ours"
                           : fmt::format("{}", fmt::join(layer->may_include, ", ")))});
      continue;
    }
    check_backends(file, include.line, include.name, findings);
  }
}

void check_vendors(const SourceFile& file, std::vector<Finding>& findings) {
  if (!is_cpp(file.path)) return;
  for (const Include& include : includes_of(file)) {
    for (const VendorHeader& vendor : vendor_headers()) {
      if (!std::regex_match(include.name, std::regex(std::string(vendor.pattern))) ||
          lies_in_any(file.path, vendor.allowed_in)) {
        continue;
      }
      findings.push_back({file.path, include.line,
                          fmt::format("includes <{}>: it belongs in {} only", include.name,
                                      fmt::join(vendor.allowed_in, ", "))});
    }
  }
}

void check_features(const SourceFile& file, std::vector<Finding>& findings) {
  static const std::regex condition(
      R"(^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef)\b.*\bZEROLAB_)");
  if (!is_cpp(file.path) || lies_in_any(file.path, feature_files())) return;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (std::regex_search(file.lines[i], condition)) {
      findings.push_back({file.path, i + 1,
                          fmt::format("a feature #if: only {} may hold one; add a folder and a "
                                      "CMake target instead",
                                      fmt::join(feature_files(), ", "))});
    }
  }
}

// A source file that opens with its own header is described there, once.
bool opens_with_own_header(const SourceFile& file) {
  const std::size_t dot = file.path.rfind('.');
  return file.path.ends_with(".cpp") && !file.lines.empty() &&
         file.lines[0] == fmt::format("#include \"{}.hpp\"", file.path.substr(0, dot));
}

void check_comment(const SourceFile& file, std::vector<Finding>& findings) {
  if (!is_cpp(file.path) || opens_with_own_header(file)) return;
  if (file.lines.empty() ||
      !(file.lines[0].starts_with("// ") || file.lines[0].starts_with("/*"))) {
    findings.push_back({file.path, 1, "does not open with a comment that says what it is"});
  }
}

void check_length(const SourceFile& file, std::vector<Finding>& findings) {
  if (file.lines.size() <= most_lines) return;
  const std::size_t head = std::min(file.lines.size(), reason_within_lines);
  for (std::size_t i = 0; i < head; ++i) {
    if (file.lines[i].find("Long because") != std::string::npos) return;
  }
  findings.push_back({file.path, file.lines.size(),
                      fmt::format("{} lines, {} allowed: split it, or say \"Long because …\" in "
                                  "its first comment",
                                  file.lines.size(), most_lines)});
}

void check_top_level(const fs::path& root, std::vector<Finding>& findings) {
  for (const auto& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    const auto is_name = [&](std::string_view allowed) { return name == allowed; };
    const auto is_output = [&](std::string_view ending) {
      return entry.is_regular_file() && name.ends_with(ending);
    };
    if (name.starts_with('.') || std::ranges::any_of(top_level_names(), is_name) ||
        std::ranges::any_of(output_endings(), is_output)) {
      continue;
    }
    findings.push_back({name, 0,
                        fmt::format("does not belong at the top of the repository, which holds {}",
                                    fmt::join(top_level_names(), ", "))});
  }
}

}  // namespace

std::string to_string(const Finding& finding) {
  return finding.line == 0 ? fmt::format("{}: {}", finding.path, finding.message)
                           : fmt::format("{}:{}: {}", finding.path, finding.line, finding.message);
}

std::vector<SourceFile> read_tree(const fs::path& root) {
  std::vector<SourceFile> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::end(it); ++it) {
    const std::string path = it->path().lexically_relative(root).generic_string();
    const std::string name = it->path().filename().string();
    if (it->is_directory() && ((name.starts_with('.') && name != ".ci") || path == "build")) {
      it.disable_recursion_pending();
    }
    if (!it->is_regular_file()) continue;
    const bool by_name = is_cpp(path) || path.ends_with(".cmake") || name == "CMakeLists.txt";
    if (!by_name && name.find('.') != std::string::npos && !name.ends_with(".sh")) continue;
    SourceFile file{path, read_lines(it->path())};
    if (by_name || is_shell(path, file.lines)) files.push_back(std::move(file));
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

std::vector<Finding> check_tree(const fs::path& root) {
  std::vector<Finding> findings;
  check_top_level(root, findings);
  for (const SourceFile& file : read_tree(root)) {
    check_includes(file, findings);
    check_vendors(file, findings);
    check_features(file, findings);
    check_comment(file, findings);
    check_length(file, findings);
  }
  return findings;
}

}  // namespace zerolab::layering
