#include "tests/exercises/check/student.hpp"

namespace zerolab {

namespace {

// call_student gets nothing of the test's, so it must find the function here.
test::Student& the_student() {
  static test::Student student;
  return student;
}

}  // namespace

namespace test {

void set_student(Student student) {
  the_student() = std::move(student);
}

void set_student(std::function<void(Comm&)> student) {
  the_student() = [student = std::move(student)](Comm& comm, int, std::span<float>) {
    student(comm);
    return std::vector<std::int64_t>{};
  };
}

}  // namespace test

namespace exercises {

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case&, std::span<float> block) {
  return the_student()(comm, rank, block);
}

}  // namespace exercises

}  // namespace zerolab
