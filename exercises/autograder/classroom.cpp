#include "exercises/autograder/classroom.hpp"

#include <fmt/core.h>

namespace zerolab::exercises {

namespace {

// The reporter looks for RUNNER_RESULTS, in capitals.
std::string step_id(const ExerciseInfo& exercise) {
  return fmt::format("exercise-{:02}", exercise.number);
}

std::string step_of(const ExerciseInfo& exercise) {
  return fmt::format(
      "      - name: \"exercise {0:02}: {1}\"\n"
      "        id: {2}\n"
      "        run: |\n"
      "          ./lab check {0:02} --fresh-seed --classroom {2}.json || true\n"
      "          echo \"result=$(base64 -w 0 {2}.json)\" >>\"$GITHUB_OUTPUT\"\n",
      exercise.number, exercise.title, step_id(exercise));
}

}  // namespace

std::string classroom_workflow(const std::vector<ExerciseInfo>& exercises) {
  std::string text =
      "# Written by lab autograder --classroom. Checks each push, with sizes that are new each "
      "time.\n"
      "# Formative: who owns this repository can change this file, so its points are no grade.\n"
      "name: Autograding Tests\n"
      "on: [push, workflow_dispatch, repository_dispatch]\n"
      "permissions:\n"
      "  checks: write\n"
      "  actions: read\n"
      "  contents: read\n"
      "jobs:\n"
      "  run-autograding-tests:\n"
      "    runs-on: ubuntu-latest\n"
      "    if: github.actor != 'github-classroom[bot]'\n"
      "    steps:\n"
      "      - uses: actions/checkout@v4\n"
      "      - name: install and build\n"
      "        run: ./lab setup && ./lab build\n";
  std::string environment;
  std::string runners;
  for (const ExerciseInfo& exercise : exercises) {
    text += step_of(exercise);
    environment +=
        fmt::format("          EXERCISE-{0:02}_RESULTS: ${{{{steps.{1}.outputs.result}}}}\n",
                    exercise.number, step_id(exercise));
    runners += (runners.empty() ? "" : ",") + step_id(exercise);
  }
  return text + fmt::format(
                    "      - name: report\n"
                    "        uses: classroom-resources/autograding-grading-reporter@v1\n"
                    "        env:\n{}"
                    "        with:\n"
                    "          runners: {}\n",
                    environment, runners);
}

}  // namespace zerolab::exercises
