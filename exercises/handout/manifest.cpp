#include "exercises/handout/manifest.hpp"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/hash.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int form = 1;

Error damaged(const fs::path& file, std::string_view reason) {
  return input_error("{}: {}. Take a fresh copy of the hand-out", file.string(), reason);
}

// A path that stays in the folder, and out of what is the student's alone.
bool leads_inside(const std::string& name) {
  const fs::path path(name);
  if (name.empty() || path.is_absolute() || path.lexically_normal() != path) return false;
  const std::string first = path.begin()->string();
  return first != ".." && first != "." && first != ".git" && first != "build" &&
         name != manifest_name;
}

Manifest from_json(const fs::path& file, const Json& json) {
  Manifest manifest;
  manifest.version = json.at("zerolab").get<std::string>();
  manifest.commit = json.at("commit").get<std::string>();
  if (!json.at("revision").is_null()) manifest.revision = json.at("revision").get<int>();
  manifest.changed = json.at("changed").get<bool>();
  manifest.exercises = json.at("exercises").get<std::vector<int>>();
  manifest.platform = json.at("platform").get<std::string>();
  manifest.prebuilt = json.at("prebuilt").get<bool>();
  for (const auto& [path, fingerprint] : json.at("files").items()) {
    if (!leads_inside(path)) {
      throw damaged(file, fmt::format("the path '{}' leads out of the hand-out", path));
    }
    manifest.files[path].fingerprint = fingerprint.get<std::string>();
  }
  for (const Json& path : json.at("executable")) {
    manifest.files.at(path.get<std::string>()).executable = true;
  }
  if (const auto beside = json.find("beside"); beside != json.end()) {
    manifest.beside = beside->get<std::map<std::string, std::string>>();
  }
  return manifest;
}

}  // namespace

std::string Manifest::title() const {
  std::string text = "zerolab " + version;
  if (revision) text += fmt::format(", revision {}", *revision);
  if (!commit.empty()) {
    text += fmt::format(" ({}{})", commit.substr(0, 8), changed ? " with changes" : "");
  }
  return text;
}

std::string fingerprint_of(std::string_view bytes) {
  Fnv1a hash;
  hash.add(bytes.data(), bytes.size());
  return hash.hex();
}

std::string fingerprint_of_file(const fs::path& file) {
  return fingerprint_of(read_file(file));
}

std::string to_json(const Manifest& manifest) {
  Json json{{"handout", form},
            {"zerolab", manifest.version},
            {"commit", manifest.commit},
            {"revision", manifest.revision ? Json(*manifest.revision) : Json()},
            {"changed", manifest.changed},
            {"exercises", manifest.exercises},
            {"platform", manifest.platform},
            {"prebuilt", manifest.prebuilt},
            {"executable", Json::array()},
            {"files", Json::object()}};
  for (const auto& [path, file] : manifest.files) {
    json["files"][path] = file.fingerprint;
    if (file.executable) json["executable"].push_back(path);
  }
  if (!manifest.beside.empty()) json["beside"] = manifest.beside;
  return json.dump(1) + "\n";
}

bool is_handout(const fs::path& folder) {
  return fs::is_regular_file(folder / manifest_name);
}

Manifest read_manifest(const fs::path& folder) {
  const fs::path file = folder / manifest_name;
  if (!fs::is_directory(folder)) {
    throw input_error("{} is no folder; a hand-out is one with {} in it", folder.string(),
                      manifest_name);
  }
  if (!is_handout(folder)) {
    throw input_error("{} is no hand-out: it has no {}", folder.string(), manifest_name);
  }
  try {
    const Json json = Json::parse(read_file(file));
    const int found = json.at("handout").get<int>();
    if (found > form) {
      throw input_error(
          "{} has form {}, and this program reads up to {}: update with the new hand-out's own, "
          "called from there as ./lab handout --update . --into YOUR_FOLDER",
          file.string(), found, form);
    }
    return from_json(file, json);
  } catch (const nlohmann::json::exception& error) {
    throw damaged(file, error.what());
  } catch (const std::out_of_range&) {
    throw damaged(file, "an executable file is not among the files");
  }
}

}  // namespace zerolab::exercises
