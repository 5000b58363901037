#!/usr/bin/env bash
# Tests the script lab, what it builds, runs and says: lab_test.sh ROOT, in the made-up world of
# made_up.sh.
set -uo pipefail
source_root=$1
# shellcheck source=tests/lab/made_up.sh
source "$source_root/tests/lab/made_up.sh"

# ---- usage ----
for words in '' help --help -h; do
  # shellcheck disable=SC2086  # none or one word
  lab $words
  check "lab $words shows the overview" contains "$out" 'lab test [--all] [ctest options]'
  check "lab $words succeeds" is $status 0
done
for words in '--preset nano build' '--preset' '--what' 'build what' 'build -D' 'format --what' \
  'setup now' 'ready what' 'clean all' 'test --preset'; do
  # shellcheck disable=SC2086
  lab $words
  check "lab $words is wrong usage" is $status 2
  check "lab $words says so in one line" is "$(wc -l <"$work/err")" 1
done
lab help
check 'help tells instructors how to hand out and grade' contains "$out" $'\n  lab grade --exercise 03'
check 'in lines like the others' lacks "$out" '!'
touch "$project/.handout.json"
lab help
for words in 'lab solution' 'lab grade' 'lab autograder' 'lab handout DIR' instructors '!'; do
  check "the help of a hand-out has no $words" lacks "$out" "$words"
done
check 'it has the update of a hand-out' contains "$out" $'\n  lab handout --update NEW\n'
check 'and the exercises' contains "$out" $'\n  lab reset 03 | lab progress\n'
rm "$project/.handout.json"
ZEROLAB_PRESET=nano lab build
check 'a wrong ZEROLAB_PRESET is wrong usage' is $status 2
check 'wrong usage leaves nothing' test ! -e "$project/build"

# ---- setup ----
lab setup
check 'setup with nothing missing says so' contains "$out" \
  "nothing to install: all $(wc -w <<<"$all_packages") packages"
check 'setup with nothing missing leaves apt-get alone' test ! -e "$state/apt"
sed -i '/^catch2$/d; /^zlib1g-dev$/d' "$state/installed"
lab setup
check 'setup installs what is missing' contains "$out" 'installed 2 packages: zlib1g-dev catch2'
check 'setup names exactly those to apt-get' contains "$(<"$state/apt")" 'recommends zlib1g-dev catch2'
check 'setup asks no questions' lacks "$(sed 's/^noninteractive //' "$state/apt")" noninteractive
check 'setup renews the lists first' contains "$(head -n 1 "$state/apt")" update
rm "$state/apt"
lab setup
check 'a second setup does nothing' test ! -e "$state/apt"

sed -i '/^zlib1g-dev$/d' "$state/installed"
echo 1000 >"$state/id"
touch "$state/sudo_works"
lab setup
check 'setup goes through sudo' contains "$out" 'installed 1 packages: zlib1g-dev'
echo 0 >"$state/id"
sed -i '/^zlib1g-dev$/d' "$state/installed"
touch "$state/apt_fails"
lab setup
check 'a failing apt-get fails setup' is $status 1
check 'and its words are shown' contains "$err" 'E: no such package'
rm "$state/apt_fails"

# ---- build and run ----
rm -rf "$project/build"
rm -f "$state/apt"
lab counts --ranks 4 'two words'
check 'a first run installs what is needed' contains "$(<"$state/apt")" zlib1g-dev
check 'another word goes to the program, where the caller stands' is "$out" \
  "program in $work/elsewhere: counts --ranks 4 two words"
check "the program's status is passed on" is $status 7
check 'a build is announced' contains "$err" 'lab: building release'
check 'the build goes beside the script' test -x "$project/build/release/bin/zerolab"
check 'only the program is built for it' test ! -e "$project/build/release/other_file"
rm "$state/apt"
lab counts
check 'a second run is quiet' is "$err" ''
check 'a second run does not build' is "$(count_of_builds)" 1
PATH=$work/no_apt lab counts
check 'a run works without apt' is $status 7
lab --preset asan counts --preset 3
check 'a preset before the word chooses the build' test -x "$project/build/asan/bin/zerolab"
check 'a preset after the word is for the program' contains "$out" 'counts --preset 3'
lab demo --lr 1
check 'demo trains every stage' contains "$out" 'train --compare-stages --ranks 4 --model tiny'
check 'demo passes options on' contains "$out" '--lr 1'
lab view trace.json
check 'view without a visualizer fails' is $status 1
check 'view without a visualizer says how to get one' contains "$err" 'lab setup'
# A program that works, and a visualizer that says what it was asked.
sed -i 's/^exit 7$/exit ${status:-7}/' "$project/program.sh"
cat >>"$project/CMakeLists.txt" <<'END'
file(COPY ${CMAKE_SOURCE_DIR}/viz.sh DESTINATION ${CMAKE_BINARY_DIR}/bin)
file(RENAME ${CMAKE_BINARY_DIR}/bin/viz.sh ${CMAKE_BINARY_DIR}/bin/zerolab-viz)
END
printf '#!/bin/sh\necho "viz in $PWD:" "$@"\n' >"$project/viz.sh"
chmod +x "$project/viz.sh"
lab view trace.json --at time=2
check 'view passes everything on, where the caller stands' contains "$out" \
  "viz in $work/elsewhere: trace.json --at time=2"
export status=0
unset DISPLAY WAYLAND_DISPLAY
lab demo
check 'demo without a display writes a page' contains "$out" 'viz in'
check 'and names it' contains "$out" 'demo.stage3.trace.json.gz --export demo.html'
check 'and a picture' contains "$out" '--export demo.png'
lab demo --json
check 'demo with --json prints nothing else' lacks "$out" 'viz in'
unset status
status=0
sed -i '/^libimgui-dev$/d' "$state/installed"
rm -f "$state/apt"
touch "$state/apt_fails"
lab demo
check 'what the visualizer needs is asked for' contains "$(<"$state/apt")" libimgui-dev
check 'demo goes on without it' contains "$err" 'going on without libimgui-dev'
rm "$state/apt"
lab demo
check 'and does not ask every time' test ! -e "$state/apt"
rm "$state/apt_fails"
lab setup
check 'setup asks again' contains "$out" 'installed 1 packages: libimgui-dev'
rm "$state/apt"
lab build -D ZEROLAB_MPI=OFF
check 'build says what was found' contains "$out" 'MPI: OFF'
check 'build says that it is done' contains "$out" 'build/release is up to date'
check 'build builds all programs' test -e "$project/build/release/other_file"
check 'build leaves the tests to lab test' test ! -e "$project/build/release/test_file"
cp "$project/compile.sh" "$work/compile.sh"
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "program.sh:3: error: odd"; exit 3\n' >"$project/compile.sh"
echo >>"$project/program.sh"
for words in counts build test; do
  lab $words
  check "a failing build fails lab $words" is $status 1
  check "a failing build under lab $words is shown" contains "$err" 'program.sh:3: error: odd'
  check "and the log is named" contains "$err" "$project/build/release/lab.log"
done
lab test --all
check 'a failing build fails test --all' is $status 1
check 'a failing build has no summary' lacks "$out" '100% tests passed, 0 tests failed out of 6'
cp "$work/compile.sh" "$project/compile.sh"

# ---- test ----
lab test
check 'test passes' is $status 0
check 'test leaves out what is slow' contains "$out" '100% tests passed, 0 tests failed out of 2'
builds=$(count_of_builds)
lab test -R release
check 'test passes options to ctest' contains "$out" '0 tests failed out of 1'
check 'a second test is quiet' is "$err" ''
check 'a second test does not build' is "$(count_of_builds)" "$builds"
check 'a second test does not install' test ! -e "$state/apt"
lab test -R no_such_test
check 'no tests by that name is a failure' is $status 1
lab test --all
check 'test --all passes' is $status 0
check 'test --all adds up the presets, by their labels' is "$(tail -n 1 "$work/out")" \
  '100% tests passed, 0 tests failed out of 6'
CLICOLOR_FORCE=1 lab test --all
check 'test --all reads colours' is "$(tail -n 1 "$work/out")" \
  '100% tests passed, 0 tests failed out of 6'
# shellcheck disable=SC2016
printf '#!/bin/sh\ncase $PWD in */asan) echo "asan is odd"; exit 1;; esac\n' >"$project/a_test.sh"
lab test
check 'a test that fails elsewhere passes here' is $status 0
lab test --all
check 'a failure in one preset fails test --all' is $status 1
check 'and counts in its last line' is "$(tail -n 1 "$work/out")" \
  '83% tests passed, 1 tests failed out of 6'
check "and its output is shown" contains "$out" 'asan is odd'
check 'and the preset is named' contains "$out" 'failures in asan'
"$project/.ci/run" >"$work/out" 2>"$work/err"
status=$?
check '.ci/run fails with it' is $status 1
printf '#!/bin/sh\nexit 0\n' >"$project/a_test.sh"
rm -rf "$project/build"
"$project/.ci/run" >"$work/out" 2>"$work/err"
status=$? out=$(<"$work/out") err=$(<"$work/err")
check '.ci/run passes in a clean checkout' is $status 0
check '.ci/run ends with the summary' is "$(tail -n 1 "$work/out")" \
  '100% tests passed, 0 tests failed out of 6'

# ---- the rest ----
sed -i "s|^CMAKE_HOME_DIRECTORY:INTERNAL=.*|CMAKE_HOME_DIRECTORY:INTERNAL=$work|" \
  "$project/build/release/CMakeCache.txt"
lab counts
check 'a build of another place is started afresh' contains "$err" 'starting afresh'
check 'and works' is $status 7
lab clean --preset asan
check 'clean removes one build' test ! -e "$project/build/asan" -a -e "$project/build/release"
lab clean
check 'clean removes all builds' test ! -e "$project/build"

mkdir -p "$project/core"
cp "$source_root/.clang-format" "$project"
printf 'int  a ;\n' >"$project/core/a.cpp"
printf 'int b;\n' >"$project/core/b.cpp"
if [[ $(clang-format --version 2>/dev/null) == *'version 14'* ]]; then
  lab format --check
  check 'format --check fails on a difference' is $status 1
  check 'format --check lists the files that differ' is "$out" core/a.cpp
  lab format
  check 'format mends it' is "$(<"$project/core/a.cpp")" 'int a;'
  lab format --check
  check 'format --check then passes' is $status 0
fi
printf '#!/bin/sh\necho "clang-format version 99.0.0"\n' >"$work/fake/clang-format"
cp "$work/fake/clang-format" "$work/fake/clang-format-14"
chmod +x "$work"/fake/clang-format*
lab format --check
check 'format --check skips where another version is' is $status 77
check 'and says so' contains "$(tr -s '\n ' ' ' <<<"$err")" \
  'found clang-format 99, and layout is decided by clang-format 14'

finish
