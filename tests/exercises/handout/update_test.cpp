// Updates of made-up hand-outs: what becomes of each file, and that no moment of an update is one
// that cannot be mended.
#include "exercises/handout/update.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include "core/base/files.hpp"
#include "core/base/scratch_folder.hpp"
#include "exercises/handout/unpack.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/handout/fixture.hpp"

namespace zerolab::exercises::test {

namespace {

namespace fs = std::filesystem;
using zerolab::test::ContainsSubstring;
using zerolab::test::TemporaryFolder;

// Two versions, and a student's folder that begins as the first.
struct Classroom {
  explicit Classroom(const Files& first, const Files& second,
                     std::optional<int> first_revision = 10,
                     std::optional<int> second_revision = 11)
      : tree(folder.path("tree")), fresh(folder.path("fresh")) {
    write_handout_of(tree, first, first_revision);
    write_handout_of(fresh, second, second_revision);
  }

  void edit(const std::string& path, const std::string& content) const {
    write_files(tree, {{path, content}});
  }
  std::string read(const std::string& path) const { return read_file(tree / path); }
  bool has(const std::string& path) const { return fs::exists(tree / path); }

  std::map<std::string, Fate> update() const {
    UpdatePlan plan = plan_update(tree, fresh);
    apply_update(plan);
    std::map<std::string, Fate> fates;
    for (const UpdateStep& step : plan.steps) fates[step.path] = step.fate;
    return fates;
  }

  TemporaryFolder folder;
  fs::path tree;
  fs::path fresh;
};

const Files first_version{{"a/changed.cpp", "old"}, {"a/edited.cpp", "old"}, {"a/both.cpp", "old"},
                          {"a/gone.cpp", "old"},    {"b/kept.cpp", "old"},   {"b/lost.cpp", "old"},
                          {"run.sh", "old"},        {"same.cpp", "same"}};
const Files second_version{
    {"a/changed.cpp", "new"}, {"a/edited.cpp", "old"}, {"a/both.cpp", "new"}, {"b/lost.cpp", "new"},
    {"c/d/added.cpp", "new"}, {"run.sh", "new"},       {"same.cpp", "same"}};

// A student has worked in it, and has files of his own.
void work_in(const Classroom& room) {
  room.edit("a/edited.cpp", "mine \xff\r\n bytes");
  room.edit("a/both.cpp", "mine");
  room.edit("b/kept.cpp", "mine");
  room.edit("a/notes.txt", "my notes");
  room.edit(".lab-progress.json", "my progress");
  room.edit("build/release/build.ninja", "configured");
  room.edit("build/release/bin/zerolab", "built");
  fs::remove(room.tree / "b/lost.cpp");
}

const Files after_the_update{{"a/changed.cpp", "new"},
                             {"a/edited.cpp", "mine \xff\r\n bytes"},
                             {"a/both.cpp", "mine"},
                             {"a/both.cpp.new", "new"},
                             {"b/kept.cpp", "mine"},
                             {"b/lost.cpp", "new"},
                             {"c/d/added.cpp", "new"},
                             {"run.sh", "new"},
                             {"same.cpp", "same"},
                             {"a/notes.txt", "my notes"},
                             {".lab-progress.json", "my progress"},
                             {"build/release/bin/zerolab", "built"}};

}  // namespace

TEST_CASE("what was edited stays bit for bit and all else becomes new") {
  const Classroom room(first_version, second_version);
  work_in(room);
  const auto untouched = fs::last_write_time(room.tree / "same.cpp");
  const auto fates = room.update();
  CHECK(fates.at("a/changed.cpp") == Fate::replace);
  CHECK(fates.at("a/edited.cpp") == Fate::keep);
  CHECK(fates.at("a/both.cpp") == Fate::beside);
  CHECK(fates.at("a/gone.cpp") == Fate::remove);
  CHECK(fates.at("b/kept.cpp") == Fate::abandoned);
  CHECK(fates.at("b/lost.cpp") == Fate::restore);
  CHECK(fates.at("c/d/added.cpp") == Fate::add);
  CHECK(fates.count("same.cpp") == 0);
  CHECK(files_in(room.tree) == after_the_update);
  CHECK(fs::last_write_time(room.tree / "same.cpp") == untouched);
  CHECK(::access((room.tree / "run.sh").c_str(), X_OK) == 0);
  Manifest now = read_manifest(room.tree);
  CHECK(now.beside.size() == 1);
  now.beside.clear();
  CHECK(now == read_manifest(room.fresh));
}

TEST_CASE("a second update to the same version changes nothing") {
  const Classroom room(first_version, second_version);
  work_in(room);
  room.update();
  for (const auto& [path, fate] : room.update()) {
    INFO(path);
    CHECK(fate == Fate::keep);
  }
  CHECK(files_in(room.tree) == after_the_update);
}

TEST_CASE("an update that is killed at any moment is completed by the next") {
  int moments = 0;
  for (bool ended = false; !ended; ++moments) {
    const Classroom room(first_version, second_version);
    work_in(room);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      int left = moments;
      UpdatePlan plan = plan_update(room.tree, room.fresh);
      apply_update(plan, [&] {
        if (left-- == 0) ::_exit(9);
      });
      ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    ended = WEXITSTATUS(status) == 0;
    INFO("killed before change " << moments);
    CHECK(room.read("a/edited.cpp") == after_the_update.at("a/edited.cpp"));
    CHECK(room.read("a/both.cpp") == "mine");
    room.update();
    CHECK(files_in(room.tree) == after_the_update);
    CHECK(read_manifest(room.tree).files == read_manifest(room.fresh).files);
    CHECK_FALSE(room.has(".handout-update"));
  }
  CHECK(moments > 10);
}

TEST_CASE("a file that is edited while the update runs is kept") {
  const Classroom room({{"a.cpp", "old"}}, {{"a.cpp", "new"}});
  UpdatePlan plan = plan_update(room.tree, room.fresh);
  CHECK(plan.steps.at(0).fate == Fate::replace);
  bool saved = false;
  apply_update(plan, [&] {
    if (!saved) room.edit("a.cpp", "mine");
    saved = true;
  });
  CHECK(plan.steps.at(0).fate == Fate::beside);
  CHECK(files_in(room.tree) == Files{{"a.cpp", "mine"}, {"a.cpp.new", "new"}});
}

TEST_CASE("a later version replaces what was laid beside unless that was edited too") {
  const Classroom room({{"a.cpp", "1"}}, {{"a.cpp", "2"}});
  room.edit("a.cpp", "mine");
  room.update();
  const auto to_version = [&](const std::string& text, int revision) {
    fs::remove_all(room.fresh);
    write_handout_of(room.fresh, {{"a.cpp", text}}, revision);
    room.update();
  };
  to_version("3", 12);
  CHECK(files_in(room.tree) == Files{{"a.cpp", "mine"}, {"a.cpp.new", "3"}});
  room.edit("a.cpp.new", "3, and my remarks");
  to_version("4", 13);
  CHECK(files_in(room.tree) ==
        Files{{"a.cpp", "mine"}, {"a.cpp.new", "3, and my remarks"}, {"a.cpp.new-2", "4"}});
  room.edit("a.cpp", "4");  // merged
  to_version("5", 14);
  CHECK(room.read("a.cpp") == "5");
}

TEST_CASE("a student's own file where the new version wants one is kept") {
  const Classroom room({}, {{"a.cpp", "new"}, {"b.cpp", "new"}});
  room.edit("a.cpp", "mine");
  room.edit("b.cpp", "new");
  CHECK(room.update().at("a.cpp") == Fate::beside);
  CHECK(files_in(room.tree) == Files{{"a.cpp", "mine"}, {"a.cpp.new", "new"}, {"b.cpp", "new"}});
}

TEST_CASE("a link that a student made stays a link") {
  const Classroom room({{"a.cpp", "old"}}, {{"a.cpp", "new"}});
  room.edit("elsewhere.cpp", "old");
  fs::remove(room.tree / "a.cpp");
  fs::create_symlink("elsewhere.cpp", room.tree / "a.cpp");
  CHECK(room.update().at("a.cpp") == Fate::beside);
  CHECK(fs::is_symlink(room.tree / "a.cpp"));
  CHECK(room.read("elsewhere.cpp") == "old");
}

TEST_CASE("what cannot be an update is refused and changes nothing") {
  const Classroom room({{"a.cpp", "old"}}, {{"a.cpp", "new"}}, 11, 10);
  const auto plan = [&](const fs::path& tree, const fs::path& fresh) {
    return plan_update(tree, fresh);
  };
  CHECK_THROWS_WITH(plan(room.tree, room.fresh),
                    ContainsSubstring("is older (zerolab 1.2.3, revision 10 (01234567))") &&
                        ContainsSubstring("--older"));
  CHECK_NOTHROW(plan_update(room.tree, room.fresh, Direction::any));
  CHECK_THROWS_WITH(plan(room.folder.path(""), room.fresh), ContainsSubstring("is no hand-out"));
  CHECK_THROWS_WITH(plan(room.tree, room.folder.path("nowhere")),
                    ContainsSubstring("is no folder"));
  CHECK_THROWS_WITH(plan(room.tree, room.tree), ContainsSubstring("cannot be updated from itself"));
  CHECK(files_in(room.tree) == Files{{"a.cpp", "old"}});
}

TEST_CASE("an incomplete or edited new version is refused") {
  const Classroom room({{"a.cpp", "old"}}, {{"a.cpp", "new"}, {"b.cpp", "new"}});
  write_files(room.fresh, {{"b.cpp", "half"}});
  CHECK_THROWS_WITH(plan_update(room.tree, room.fresh), ContainsSubstring("b.cpp is not as its"));
  fs::remove(room.fresh / "b.cpp");
  CHECK_THROWS_WITH(plan_update(room.tree, room.fresh), ContainsSubstring("b.cpp is not as its"));
}

TEST_CASE("a folder in the place of a file is named") {
  const Classroom room({}, {{"a/b.cpp", "new"}});
  room.edit("a/b.cpp/mine.txt", "mine");
  CHECK_THROWS_WITH(plan_update(room.tree, room.fresh),
                    ContainsSubstring("a/b.cpp is a folder here, and a file in the new version"));
  fs::remove_all(room.tree / "a");
  room.edit("a", "mine");
  CHECK_THROWS_WITH(plan_update(room.tree, room.fresh),
                    ContainsSubstring("a is a file here, and a folder in the new version"));
}

TEST_CASE("a manifest reads back and a damaged one is named") {
  const TemporaryFolder folder;
  Manifest manifest;
  manifest.version = "1.0";
  manifest.commit = "abc";
  manifest.revision = 3;
  manifest.changed = true;
  manifest.exercises = {1, 2};
  manifest.platform = "here";
  manifest.prebuilt = true;
  manifest.files = {{"a", {"0", true}}, {"b/c", {"1", false}}};
  manifest.beside = {{"a.new", "2"}};
  folder.file(".handout.json", to_json(manifest));
  CHECK(read_manifest(folder.path("")) == manifest);
  CHECK(manifest.title() == "zerolab 1.0, revision 3 (abc with changes)");
  const auto refused = [&](std::string text, std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
    folder.file(".handout.json", text);
    CHECK_THROWS_WITH(read_manifest(folder.path("")), ContainsSubstring(".handout.json"));
  };
  const std::string good = to_json(manifest);
  for (const std::string path : {"../c", "/c", "build/c", ".git/c", "b/../../c", ""}) {
    refused(good, "b/c", path);
  }
  refused(good, "{", "[");
  refused(good, "\"handout\": 1", "\"handout\": 2");
  refused(good, "\"files\"", "\"filed\"");
  refused(good, "\"a\"", "\"z\"");
}

TEST_CASE("archives come back as they were packed") {
  const TemporaryFolder folder;
  write_handout_of(folder.path("week1"), first_version, 1);
  fs::permissions(folder.path("week1/run.sh"), fs::perms::owner_exec, fs::perm_options::add);
  for (const char* name : {"week1.tar.gz", "week1.zip"}) {
    INFO(name);
    pack(folder.path("week1"), folder.path(name), ZEROLAB_CMAKE);
    const ScratchFolder scratch("handout");
    const fs::path back = unpack(folder.path(name), scratch.path(), ZEROLAB_CMAKE);
    CHECK(back.filename() == "week1");
    CHECK(files_in(back) == first_version);
    CHECK(read_manifest(back) == read_manifest(folder.path("week1")));
    CHECK(::access((back / "run.sh").c_str(), X_OK) == 0);
  }
  CHECK_THROWS_WITH(pack(folder.path("week1"), folder.path("a.rar"), ZEROLAB_CMAKE),
                    ContainsSubstring("must end in .tar.gz, .tgz or .zip"));
  folder.file("empty.zip", "no archive");
  const ScratchFolder scratch("handout");
  CHECK_THROWS_WITH(unpack(folder.path("empty.zip"), scratch.path(), ZEROLAB_CMAKE),
                    ContainsSubstring("empty.zip is no archive that can be read: make it again"));
}

}  // namespace zerolab::exercises::test
