#include "exercises/judge/exam.hpp"

#include <algorithm>
#include <tuple>

#include "core/base/error.hpp"
#include "exercises/judge/endings.hpp"
#include "exercises/judge/memory.hpp"
#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

namespace {

// Runs of more are not decoded: a digit of base 4 per rank must fit float's 24 bits.
constexpr int most_decoded_ranks = 8;
constexpr std::size_t most_decoded_elements = 4096;

std::size_t index_of(Group group) {
  return static_cast<std::size_t>(std::ranges::find(all_groups, group) - all_groups.begin());
}

// Whether a finding of this aspect costs the group's points.
bool counts_for(Group group, Aspect aspect) {
  switch (group) {
    case Group::values: return aspect == Aspect::values;
    case Group::counts: return aspect == Aspect::counts;
    case Group::deadlock: return aspect == Aspect::deadlock;
    case Group::edges: return true;
    case Group::memory: return aspect == Aspect::memory;
  }
  throw InvariantError("a Group without aspects");
}

bool needs_right_values(Group group) {
  return group == Group::deadlock || group == Group::memory;
}

// What is kept of a run once it has been judged.
struct Judged {
  Case run;
  bool ended = false;  // there were results to judge
  Ending ending = Ending::finished;
  std::string detail;
  std::vector<Finding> findings;
};

bool is_safety(const Finding& finding) {
  return finding.aspect == Aspect::safety;
}

// Which failing case says most: small, but with enough ranks and elements that a ring's mistakes
// differ from each other.
auto plainness(const Case& run) {
  const bool tiny = run.ranks < 3;
  const bool bare = run.elements < 2 * static_cast<std::size_t>(run.ranks);
  return std::tuple(tiny, bare, run.ranks, run.elements);
}

bool can_be_decoded(const Case& run) {
  return is_collective(run.exercise) && !is_zero(run.exercise) && run.ranks <= most_decoded_ranks &&
         run.elements <= most_decoded_elements;
}

class Examination {
 public:
  Examination(const Exam& exam, Runner& runner, const std::function<void(int, int)>& progress)
      : exam_(exam), runner_(runner), progress_(progress) {
    report_.exercise = exam.exercise;
    for (const Group group : all_groups) {
      GroupReport& of_group = report_.groups[index_of(group)];
      of_group.group = group;
      of_group.max_points = exam.weights[index_of(group)];
      report_.max_points += of_group.max_points;
    }
  }

  ExamReport examine() {
    const int total = static_cast<int>(exam_.cases.size());
    for (const Group group : all_groups) {
      for (const ExamCase& of_exam : exam_.cases) {
        if (of_exam.group != group) continue;
        if (progress_) progress_(done_, total);
        ++done_;
        sit(of_exam);
      }
    }
    if (progress_) progress_(done_, total);
    give_points();
    if (report_.worst == Ending::finished && !runner_.is_out_of_time()) {
      decode_failures();
      run_plainest_again();
    }
    return std::move(report_);
  }

 private:
  GroupReport& report_of(Group group) { return report_.groups[index_of(group)]; }
  bool values_right() { return report_of(Group::values).failed == 0; }
  bool values_complete() { return values_right() && report_of(Group::values).skipped == 0; }

  void sit(const ExamCase& of_exam) {
    GroupReport& group = report_of(of_exam.group);
    const bool all_lost = report_.worst != Ending::finished;
    if (all_lost || (needs_right_values(of_exam.group) && !values_right())) {
      ++group.skipped;
      return;
    }
    if (runner_.is_out_of_time()) {
      ++group.skipped;
      ++report_.not_reached;
      return;
    }
    const Judged judged = run(of_exam);
    std::vector<Finding> costly;
    for (const Finding& finding : judged.findings) {
      const bool costs = is_safety(finding) || counts_for(of_exam.group, finding.aspect);
      if (!judged.ended || costs) costly.push_back(finding);
    }
    // A message per element is a flood at the large size only: a mistake, and no attack.
    const bool large_flood = of_exam.peak_limit_bytes && judged.ending == Ending::flood;
    if (!large_flood && std::ranges::any_of(judged.findings, is_safety)) {
      report_.worst = judged.ending;
      report_.detail = judged.findings.front().sentence;
    }
    if (costly.empty()) {
      ++group.passed;
      return;
    }
    ++group.failed;
    const bool plainer = !group.failing || plainness(of_exam.run) < plainness(group.failing->run);
    if (!plainer) return;
    group.failing = of_exam;
    group.findings = std::move(costly);
  }

  static std::optional<Finding> peak_finding(const RunRecord& record, std::int64_t limit_bytes) {
    if (is_zero(record.run.exercise)) return zero_peak(record, limit_bytes);
    const std::optional<Wrong> peak = wrong_peak(record, limit_bytes);
    return peak ? std::optional(to_finding(*peak)) : std::nullopt;
  }

  // Groups may share a case: it runs once.
  Judged run(const ExamCase& of_exam) {
    const auto known = std::ranges::find(judged_, of_exam.run, &Judged::run);
    if (known != judged_.end() && !of_exam.peak_limit_bytes) return *known;
    const RunRecord record = runner_.run(of_exam.run);
    Judged judged{of_exam.run, !is_collective(of_exam.run.exercise) || has_results(record),
                  record.ending, record.detail, judge(record)};
    if (of_exam.peak_limit_bytes) {
      if (const auto peak = peak_finding(record, *of_exam.peak_limit_bytes)) {
        judged.findings.push_back(*peak);
      }
    }
    judged_.push_back(judged);
    return judged;
  }

  void give_points() {
    for (GroupReport& group : report_.groups) {
      const bool complete = group.failed == 0 && group.skipped == 0;
      const bool earned = report_.worst == Ending::finished && group.passed > 0 && complete &&
                          (!needs_right_values(group.group) || values_complete());
      group.points = earned ? group.max_points : 0;
      report_.points += group.points;
    }
  }

  // Exercises 8 to 14 need no decoding: which collective a message is of, is known.
  void run_plainest_again() {
    const GroupReport* plainest = nullptr;
    for (const GroupReport& group : report_.groups) {
      if (!group.failing || !is_zero(exam_.exercise)) continue;
      if (group.failing->run.elements > most_decoded_elements) continue;
      if (!plainest || plainness(group.failing->run) < plainness(plainest->failing->run)) {
        plainest = &group;
      }
    }
    if (plainest) report_.zero = runner_.run(plainest->failing->run);
  }

  // Each group's failing case again, with decodable input.
  void decode_failures() {
    for (GroupReport& group : report_.groups) {
      if (!group.failing || !can_be_decoded(group.failing->run)) continue;
      const std::optional<DecodedRun> decoded = decode_again(group.failing->run);
      if (!decoded) continue;
      const std::optional<FirstWrong> wrong = first_wrong(*decoded);
      if (wrong) put_in_front(*wrong, group.findings);
      if (!report_.decoded || plainness(decoded->run) < plainness(report_.decoded->run)) {
        report_.decoded = decoded;
      }
    }
  }

  // What the group's run is told, begins with the first step that is wrong. Where there is one, the
  // other findings about messages and results follow from it.
  static void put_in_front(const FirstWrong& wrong, std::vector<Finding>& findings) {
    std::erase_if(findings, [&](const Finding& finding) {
      const bool follows = finding.aspect == Aspect::values || finding.aspect == Aspect::counts;
      return finding.nudge == wrong.nudge || (wrong.step >= 0 && follows);
    });
    findings.insert(findings.begin(), {wrong.aspect, wrong.rank, wrong.sentence, wrong.nudge});
  }

  std::optional<DecodedRun> decode_again(Case run) {
    const auto known = std::ranges::find_if(decoded_, [&](const DecodedRun& decoded) {
      Case same = decoded.run;
      same.input = run.input;
      return same == run;
    });
    if (known != decoded_.end()) return *known;
    run.input = Input::origins;
    const RunRecord origins = runner_.run(run);
    run.input = Input::places;
    const RunRecord places = runner_.run(run);
    if (std::ranges::any_of(judge(origins), is_safety) ||
        std::ranges::any_of(judge(places), is_safety)) {
      return std::nullopt;
    }
    decoded_.push_back(decode(origins, places));
    return decoded_.back();
  }

  const Exam& exam_;
  Runner& runner_;
  const std::function<void(int, int)>& progress_;
  ExamReport report_;
  int done_ = 0;
  std::vector<Judged> judged_;
  std::vector<DecodedRun> decoded_;
};

void check(const Exam& exam) {
  for (const Group group : all_groups) {
    const double weight = exam.weights[index_of(group)];
    const bool tested = std::ranges::any_of(
        exam.cases, [&](const ExamCase& of_exam) { return of_exam.group == group; });
    if (weight > 0 && !tested) {
      throw input_error("exercise {} gives {} points for {}, but has no test of it", exam.exercise,
                        weight, to_string(group));
    }
  }
}

}  // namespace

std::string_view to_string(Group group) {
  switch (group) {
    case Group::values: return "values";
    case Group::counts: return "counts";
    case Group::deadlock: return "deadlock";
    case Group::edges: return "edges";
    case Group::memory: return "memory";
  }
  throw InvariantError("a Group without a name");
}

Group parse_group(std::string_view name) {
  for (const Group group : all_groups) {
    if (to_string(group) == name) return group;
  }
  throw input_error("unknown group '{}': it may be values, counts, deadlock, edges or memory",
                    name);
}

ExamReport examine(const Exam& exam, Runner& runner,
                   const std::function<void(int done, int total)>& progress) {
  check(exam);
  return Examination(exam, runner, progress).examine();
}

}  // namespace zerolab::exercises
