// What is taken as a submission and what is not (exercises/grader/accept.hpp).
#include "exercises/grader/accept.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;

void check_refused(const std::filesystem::path& file, const std::string& why) {
  const Acceptance acceptance = accept(file);
  CHECK_FALSE(acceptance.content);
  CHECK(acceptance.reason == why);
}

}  // namespace

TEST_CASE("a regular file is accepted as it is") {
  const Workplace place;
  const std::string content = "void f() {}\n\xFF\xFE not UTF-8\r\n";
  CHECK(accept(place.file("a.cpp", content)).content == content);
  CHECK(accept(place.file("b.cpp", "")).content == "");
  CHECK(accept(place.file("c.cpp", std::string(max_submission_bytes, 'x'))).content);
}

TEST_CASE("nothing but a regular file is accepted and nothing is waited for") {
  const Workplace place;
  const auto at = [&](const char* name) { return place.folder() / name; };
  const std::filesystem::path file = place.file("real.cpp", "int x;");
  std::filesystem::create_symlink(file, at("link.cpp"));
  check_refused(at("link.cpp"), "is a symbolic link");
  std::filesystem::create_directory(at("folder.cpp"));
  check_refused(at("folder.cpp"), "is a folder");
  REQUIRE(mkfifo(at("pipe.cpp").c_str(), 0600) == 0);
  check_refused(at("pipe.cpp"), "is a pipe");
  check_refused("/dev/zero", "is a device");
  check_refused(at("none.cpp"), "is missing");
  check_refused(place.file("zeros.cpp", std::string("int x;\0int y;", 13)),
                "holds zero bytes: it is no text");
  check_refused(place.file("huge.cpp", std::string(max_submission_bytes + 1, ' ')),
                "is longer than 262,144 bytes");
  // What a student has only a name for need not be the student's.
  std::filesystem::create_hard_link(file, at("hard.cpp"));
  check_refused(at("hard.cpp"), "is a hard link: another name leads to the same file");
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  at("socket.cpp").string().copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  check_refused(at("socket.cpp"), "is a socket");
  close(listening);
}

}  // namespace zerolab::exercises
