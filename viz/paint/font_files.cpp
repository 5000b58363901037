// Where the font files lie. Debian and Ubuntu have moved Inter between OpenType and TrueType, so
// every folder is tried with every ending.
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "viz/paint/fonts.hpp"

namespace zerolab {
namespace {

std::vector<std::filesystem::path> font_folders() {
  std::vector<std::filesystem::path> folders;
  if (const char* own = std::getenv("ZEROLAB_FONTS"); own != nullptr && *own != '\0') {
    if (!std::filesystem::is_directory(own)) {
      throw input_error("ZEROLAB_FONTS is \"{}\", which is not a folder", own);
    }
    folders.emplace_back(own);
  }
  // Where the build knows of one: fonts that were unpacked beside it.
  constexpr std::string_view unpacked = ZEROLAB_FONT_FOLDER;
  if (!unpacked.empty()) folders.emplace_back(unpacked);
  for (const char* root : {"/usr/share/fonts", "/usr/local/share/fonts"}) {
    for (const char* kind : {"opentype", "truetype"}) {
      for (const char* family : {"inter", "jetbrains-mono", "dejavu"}) {
        folders.push_back(std::filesystem::path(root) / kind / family);
      }
    }
  }
  return folders;
}

// Empty where there is none.
std::filesystem::path find_font(const std::vector<std::filesystem::path>& folders,
                                const std::string& name) {
  for (const std::filesystem::path& folder : folders) {
    for (const char* ending : {".otf", ".ttf"}) {
      std::filesystem::path file = folder / (name + ending);
      std::error_code ignored;  // a folder that cannot be read has no font for us
      if (std::filesystem::is_regular_file(file, ignored)) return file;
    }
  }
  return {};
}

}  // namespace

const std::filesystem::path& FontFiles::file(Face face) const {
  switch (face) {
    case Face::text: return text;
    case Face::strong: return strong;
    case Face::number: return number;
  }
  return text;
}

FontFiles find_fonts() {
  const std::vector<std::filesystem::path> folders = font_folders();
  FontFiles found;
  found.fallback = find_font(folders, "DejaVuSans");
  if (found.fallback.empty()) {
    throw input_error(
        "no fonts found: install fonts-inter, fonts-jetbrains-mono and fonts-dejavu-core, or set "
        "ZEROLAB_FONTS to a folder with Inter-Regular, Inter-SemiBold, JetBrainsMono-Regular and "
        "DejaVuSans (.otf or .ttf)");
  }
  std::string missing;
  const auto find = [&](const char* name, const char* stand_in, const char* package) {
    std::filesystem::path file = find_font(folders, name);
    if (!file.empty()) return file;
    if (missing.find(package) == std::string::npos) {
      missing += (missing.empty() ? "" : " and ") + std::string(package);
    }
    file = find_font(folders, stand_in);
    return file.empty() ? found.fallback : file;
  };
  found.text = find("Inter-Regular", "DejaVuSans", "fonts-inter");
  found.strong = find("Inter-SemiBold", "DejaVuSans-Bold", "fonts-inter");
  found.number = find("JetBrainsMono-Regular", "DejaVuSansMono", "fonts-jetbrains-mono");
  if (!missing.empty()) {
    found.note = "DejaVu fonts stand in for missing ones; the pictures look best with " + missing;
  }
  return found;
}

}  // namespace zerolab
