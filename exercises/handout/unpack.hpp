// Folders as archives, .tar.gz or .zip, by the cmake that every build has; and hand-outs out of
// them.
#pragma once

#include <filesystem>
#include <string>

namespace zerolab::exercises {

// Throws an input Error unless the name ends in .tar.gz, .tgz or .zip.
void check_archive_name(const std::filesystem::path& archive);

// Packs `folder` and all that is in it, under the folder's own name; written beside, then renamed.
// All files get one time.
void pack(const std::filesystem::path& folder, const std::filesystem::path& archive,
          const std::string& cmake);

// A zip, whatever it is called, of what is in `folder`, without the folder's own name; likewise.
void pack_zip_of_contents(const std::filesystem::path& folder, const std::filesystem::path& archive,
                          const std::string& cmake);

// Unpacks into `folder` and returns the hand-out that lies in it, at the top or one level below.
// Throws an input Error where the archive cannot be read or holds none.
std::filesystem::path unpack(const std::filesystem::path& archive,
                             const std::filesystem::path& folder, const std::string& cmake);

}  // namespace zerolab::exercises
