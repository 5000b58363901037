#include "exercises/grader/grade_class.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/scratch_folder.hpp"
#include "exercises/check/report_files.hpp"
#include "exercises/child/child.hpp"
#include "exercises/grader/interruption.hpp"
#include "exercises/grader/pages.hpp"
#include "exercises/grader/reports.hpp"
#include "exercises/grader/run_program.hpp"

namespace zerolab::exercises {

namespace {

void write_reports(const std::filesystem::path& folder, const Grade& grade) {
  std::filesystem::create_directories(folder);
  write_file(folder / "report.txt", report_text(grade));
  write_file(folder / "results.json", gradescope_json(grade));
  write_file(folder / "junit.xml", junit_xml(grade));
  write_file(folder / "classroom.json", classroom_json(grade));
}

// Draws the first wrong step into run.html; empty where there is nothing to draw, or nobody to.
std::string draw_run(const std::filesystem::path& folder, const Grade& grade,
                     const std::filesystem::path& viz) {
  const std::string page = "run.html";
  std::error_code ignored;
  std::filesystem::remove(folder / page, ignored);
  if (!grade.drawn || viz.empty() || !write_traces(folder, *grade.drawn)) return "";
  std::string at = read_file(folder / "at.txt");
  while (!at.empty() && at.back() == '\n') at.pop_back();
  try {
    run_child({viz.string(), (folder / "mine.trace.json.gz").string(), "--beside",
               (folder / "right.trace.json.gz").string(), "--titles", "your run|the right run",
               "--theme", "light", "--at", at + " presenter", "--export", (folder / page).string()},
              ChildOutput::captured);
  } catch (const Error&) {  // a grade needs no picture
  }
  for (const char* left : {"mine.trace.json.gz", "right.trace.json.gz", "at.txt"}) {
    std::filesystem::remove(folder / left, ignored);
  }
  return std::filesystem::exists(folder / page) ? page : "";
}

void write_all(int pipe, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count = write(pipe, text.data() + written, text.size() - written);
    if (count <= 0) return;
    written += static_cast<std::size_t>(count);
  }
}

// A process that grades one submission, writes its reports, and says "ROW\0REPORT" or "\0WHY".
struct Worker {
  std::size_t place = 0;
  pid_t process = -1;
  Descriptor pipe;
  std::string said;
};

// The temporary folder of this process and of its children: what a child leaves there that was
// ended, goes with it.
class Scratch {
 public:
  Scratch() {
    // Other users may pass through (private_tree.hpp).
    chmod(folder_.path().c_str(), S_IRWXU | S_IXGRP | S_IXOTH);
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", folder_.path().c_str(), 1);
  }
  ~Scratch() {
    if (before_) {
      setenv("TMPDIR", before_->c_str(), 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

 private:
  ScratchFolder folder_{"grading"};
  std::optional<std::string> before_;
};

class ClassRun {
 public:
  ClassRun(const Submissions& submissions, const Grading& grading, const ClassOptions& options,
           const std::function<void(int, const Graded&)>& progress)
      : submissions_(submissions),
        grading_(grading),
        options_(options),
        progress_(progress),
        graded_(submissions.list.size()) {
    if (options.out) std::filesystem::create_directories(*options.out);
    if (has_table() && std::filesystem::exists(table())) {
      rows_ = parse_csv(read_file(table()), table().string());
    }
  }

  std::vector<Graded> run() {
    std::size_t next = 0;
    while (next < graded_.size() || !workers_.empty()) {
      if (interruption_.came()) end_interrupted();
      const bool free = workers_.size() < static_cast<std::size_t>(std::max(1, options_.jobs));
      if (next < graded_.size() && free) {
        if (!take_over(next)) start(next);
        ++next;
      } else {
        listen();
      }
    }
    if (has_table() && options_.pages) write_index();
    return std::move(graded_);
  }

 private:
  [[noreturn]] void end_interrupted() {
    for (const Worker& worker : workers_) kill(worker.process, SIGTERM);
    for (const Worker& worker : workers_) wait_for(worker.process);
    throw failure("interrupted: {} of {} submissions are graded{}", done_, graded_.size(),
                  has_table() ? fmt::format(", and stay in {}; the same command goes on from there",
                                            options_.out->string())
                              : std::string());
  }

  static void wait_for(pid_t process) {
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  void write_index() const {
    std::vector<ClassRow> rows;
    std::vector<bool> has_page;
    for (std::size_t i = 0; i < graded_.size(); ++i) {
      rows.push_back(graded_[i].row);
      has_page.push_back(std::filesystem::exists(folder_of(submissions_.list[i]) / "report.html"));
    }
    write_file(*options_.out / "index.html", class_page(grading_.exercise, rows, has_page));
  }

  std::filesystem::path folder_of(const Submission& submission) const {
    return submissions_.is_class ? *options_.out / submission.name : *options_.out;
  }
  bool has_table() const { return options_.out && submissions_.is_class; }
  std::filesystem::path table() const { return *options_.out / "class.csv"; }

  std::vector<ClassRow>::iterator row_named(const std::string& name) {
    return std::ranges::find_if(rows_, [&](const ClassRow& row) {
      return row.name == name && row.exercise == grading_.exercise.number;
    });
  }

  bool take_over(std::size_t place) {
    const Submission& submission = submissions_.list[place];
    const auto row = row_named(submission.name);
    if (row == rows_.end() || row->fingerprint != fingerprint_of(submission, grading_)) {
      return false;
    }
    const auto lacks = [&](const char* file) {
      return options_.out && !std::filesystem::exists(folder_of(submission) / file);
    };
    if (lacks("report.txt") || (options_.pages && lacks("report.html"))) return false;
    done(place, {*row, "", false});
    return true;
  }

  void start(std::size_t place) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw failure("cannot make a pipe: {}", std::strerror(errno));
    Worker worker{place, -1, Descriptor(ends[0]), {}};
    const Descriptor writing(ends[1]);
    std::fflush(nullptr);
    const pid_t parent = getpid();
    worker.process = fork();
    if (worker.process < 0) throw failure("cannot start a process: {}", std::strerror(errno));
    if (worker.process == 0) {
      interruption_.end_in_child();
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != parent) _exit(1);
      write_all(writing.number(), work(submissions_.list[place]));
      _exit(0);
    }
    workers_.push_back(std::move(worker));
  }

  // In the worker. When grade returns, no process of the submission is left.
  std::string work(const Submission& submission) const {
    try {
      const Grade result = grade(submission, grading_);
      if (options_.out) {
        const std::filesystem::path folder = folder_of(submission);
        write_reports(folder, result);
        if (options_.pages) {
          const std::string run = draw_run(folder, result, options_.viz);
          write_file(folder / "report.html", student_page(result, run));
        }
      }
      return to_csv({row_of(result)}) + '\0' + report_text(result);
    } catch (const std::exception& error) {
      return std::string(1, '\0') + error.what();
    }
  }

  // Waits until a worker says something, and takes the end of those that have ended.
  void listen() {
    std::vector<pollfd> polled;
    for (const Worker& worker : workers_) polled.push_back({worker.pipe.number(), POLLIN, 0});
    if (poll(polled.data(), polled.size(), -1) < 0) return;  // a signal
    for (std::size_t i = polled.size(); i-- > 0;) {
      if (polled[i].revents == 0) continue;
      char text[4096];
      const ssize_t count = read(workers_[i].pipe.number(), text, sizeof text);
      if (count > 0) {
        workers_[i].said.append(text, static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        const Worker worker = std::move(workers_[i]);
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        wait_for(worker.process);
        if (interruption_.came()) return;  // it ended of that, perhaps
        done(worker.place, result_of(worker));
      }
    }
  }

  Graded result_of(const Worker& worker) const {
    const std::size_t end = worker.said.find('\0');
    if (end != std::string::npos && end > 0) {
      return {parse_csv(worker.said.substr(0, end), "a worker").at(0), worker.said.substr(end + 1),
              false};
    }
    Graded failed;
    failed.failed = true;
    failed.row.name = submissions_.list[worker.place].name;
    failed.row.exercise = grading_.exercise.number;
    failed.row.verdict = "the grader failed";
    failed.row.note = end == 0 ? worker.said.substr(1) : "its process ended";
    return failed;
  }

  void done(std::size_t place, Graded result) {
    const auto row = row_named(result.row.name);
    if (row == rows_.end()) {
      const auto place_of = [](const ClassRow& one) { return std::tie(one.exercise, one.name); };
      rows_.insert(std::ranges::upper_bound(rows_, place_of(result.row), {}, place_of), result.row);
    } else {
      *row = result.row;
    }
    if (has_table()) write_file(table(), to_csv(rows_));
    graded_[place] = std::move(result);
    if (progress_) progress_(++done_, graded_[place]);
  }

  const Submissions& submissions_;
  const Grading& grading_;
  const ClassOptions& options_;
  const std::function<void(int, const Graded&)>& progress_;
  std::vector<Graded> graded_;
  std::vector<ClassRow> rows_;  // of the table: also those of other submissions
  std::vector<Worker> workers_;
  int done_ = 0;
  Interruption interruption_;
  Scratch scratch_;  // after the above, so that it is gone before signals end this process again
};

}  // namespace

std::vector<Graded> grade_class(const Submissions& submissions, const Grading& grading,
                                const ClassOptions& options,
                                const std::function<void(int, const Graded&)>& progress) {
  return ClassRun(submissions, grading, options, progress).run();
}

}  // namespace zerolab::exercises
