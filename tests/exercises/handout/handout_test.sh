#!/usr/bin/env bash
# A student's way through hand-outs of this course: handout_test.sh ROOT BUILD [WITHOUT_MPI]. It makes one with
# sources, builds it from scratch, checks, trains and updates there; then one with a prebuilt core.
# BUILD, a build of ROOT, gives the programs, and the compiled parts of hand-outs; WITHOUT_MPI, where it
# is given, another for those of a prebuilt one.
set -uo pipefail
readonly root=$1 build=$2 without_mpi=${3:-$2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/elsewhere"
export ZEROLAB_NO_SETUP=1 NO_COLOR=1
unset DISPLAY WAYLAND_DISPLAY ZEROLAB_PRESET ZEROLAB_COURSE

failures=0 status=0 out='' err='' course=''

# run WORDS…: from another directory, without a terminal; leaves $status, $out and $err.
run() {
  (cd "$work/elsewhere" && "$@") >"$work/out" 2>"$work/err" </dev/null
  status=$?
  out=$(<"$work/out") err=$(tr -s ' \n' ' ' <"$work/err")  # lab breaks long lines
}
lab() { run "$work/$course/lab" "$@"; }
instructor() { run "$build/bin/zerolab-exercises" handout "$@"; }

check() {
  local what=$1
  shift
  if ! "$@"; then
    failures=$((failures + 1))
    printf 'FAILED: %s\n  status: %s\n  stdout: %s\n  stderr: %s\n' "$what" "$status" "$out" "$err"
  fi
}
is() { [[ $1 == "$2" ]]; }
contains() { [[ $1 == *"$2"* ]]; }
say() { printf '%5d s  %s\n' $SECONDS "$*"; }

# solve LABEL: the solution, as a student would have written it.
solve() { cp "$root/solutions/$1/"*.cpp "$work/$course/exercises/$1/"; }
first=$(cd "$root/solutions" && echo 01-*)
third=$(cd "$root/solutions" && echo 03-*)
fourth=$(cd "$root/solutions" && echo 04-*)
fifth=$(cd "$root/solutions" && echo 05-*)

# ---- with sources ----
course=mine
instructor "$work/mine" --build "$build"
check 'a hand-out is made' is $status 0
check 'nothing is said to take long where all is built' is "$(grep -c 'first time' <<<"$err")" 0
check 'what is said fits 80 columns' is "$(tail -n +2 <<<"$out" | grep -cE '.{81}')" 0
check 'it was searched' contains "$out" 'none is in it'
check 'it has no solutions, hidden tests, mutants or history' is \
  "$(cd "$work/mine" && ls -d solutions tests/hidden tests/mutants .git exercises/grader \
    exercises/reference/*.[ch]pp 2>/dev/null)" ''
check 'nothing in it knows where it was made' is \
  "$(grep -rlF -e "$root/" -e "$build" "$work/mine")" ''
say 'made'

lab build
check 'it builds from scratch' is $status 0
[[ $status == 0 ]] || { echo "$err"; exit 1; }
say 'built from scratch'
lab check 01
check 'an untouched exercise is not passed' is $status 1
check 'and is said to be unwritten' contains "$out" 'exercise 01 is not written yet'
solve "$third"
lab check 03 --json
check 'an answer that calls an unwritten earlier exercise passes' is $status 0
check 'with all points' contains "$out" '"points": 100'
lab solution 03
check 'solutions are withheld' contains "$err" 'withheld'
lab grade --exercise 03 .
check 'grading is for instructors' contains "$err" 'for instructors'
lab help
check 'the help has nothing for instructors' is "$(grep -cE 'instructors|lab solution' <<<"$out")" 0
lab handout "$work/again"
check 'a hand-out makes no hand-outs' is $status 2
say 'checked'
lab demo
check 'lab demo trains' is $status 0
check 'and shows it' test -s "$work/elsewhere/demo.html" -o ! -e "$work/mine/build/release/bin/zerolab-viz"
say 'demo'

# On a platform that the compiled earlier exercises are not for, one's own take their place.
platform=$(<"$work/mine/prebuilt/platform.txt")
echo 'another 1, sparc, GNU 9' >"$work/mine/prebuilt/platform.txt"
rm "$work/mine/build/release/build.ninja"
lab check 03
check 'elsewhere an unwritten earlier exercise is missed' contains "$out" \
  'exercise 01, which this one calls, is not written yet'
solve "$first"
lab check 03
check 'elsewhere one uses what one wrote' is $status 0
broken=$(echo "$work/mine/exercises/02-"*/*.cpp | tr ' ' '\n' | grep -v visible_test)
cp "$broken" "$work/whole"
echo 'broken(' >>"$broken"
lab check 03
check 'an earlier exercise that is not called may be broken' is $status 0
cp "$work/whole" "$broken"
echo "$platform" >"$work/mine/prebuilt/platform.txt"
say 'another platform'

# ---- an update ----
instructor "$work/next" --build "$build" --exercises 03
check 'exercises are chosen' is $status 0
check 'with those that they build on' contains "$out" 'came along'
solve "$fourth"
echo '// my own' >>"$work/mine/core/schedule/ring.cpp"
find "$work/mine/exercises/"{"$first","$third","$fourth"} -name '*.cpp' ! -name visible_test.cpp \
  -exec md5sum {} + >"$work/before"
md5sum "$work/mine/core/schedule/ring.cpp" >>"$work/before"
cp "$work/mine/.lab-progress.json" "$work/progress"
lab handout --update "$work/next"
check 'a student updates' is $status 0
check 'and is told what was edited' contains "$out" 'core/schedule/ring.cpp'
check 'what was edited is the same bit for bit' md5sum --quiet -c "$work/before"
check 'so is the progress' cmp "$work/progress" "$work/mine/.lab-progress.json"
check 'it says which exercises it kept' contains "$out" 'kept exercises 04 to '
check 'an exercise that the new version lacks stays whole' \
  diff -r "$root/exercises/starters/$fourth" "$work/mine/exercises/starters/$fourth"
lab exercises
check 'and is an exercise' is "$(grep -c '^  [01]' <<<"$out")" "$(find "$root/solutions" -name '*.cpp' | wc -l)"
check 'what was built stays' test -x "$work/mine/build/release/bin/zerolab-exercises"
lab check 03
check 'all works after the update' is $status 0
lab check 04
check 'also an exercise that was kept' is $status 0
solve "$fifth"
lab check 05
check 'and one that calls others that were kept' is $status 0
instructor "$work/last" --build "$build"
lab handout --update "$work/last" --json
check 'a full version after that finds edited what was edited' is \
  "$(grep -c '"what": "kept"' <<<"$out")" 5
say 'updated'

# ---- prebuilt ----
course=prebuilt
instructor "$work/prebuilt" --prebuilt --build "$without_mpi"
check 'a prebuilt hand-out is made' is $status 0
check 'it has no sources of the core' is "$(find "$work/prebuilt/core" -name '*.cpp' | sort)" \
  "$work/prebuilt/core/cli/lessons.cpp"$'\n'"$work/prebuilt/core/cli/main.cpp"
check 'nothing in it knows where it was made' is \
  "$(grep -rlF -e "$root/" -e "$build" -e "$without_mpi" "$work/prebuilt")" ''
say 'made prebuilt'
lab build
check 'it builds' is $status 0
say 'built prebuilt'
solve "$third"
solve "$fourth"
lab check 03
check 'an answer passes there' is $status 0
lab check 04 --fresh-seed
check 'and with fresh sizes' is $status 0
lab train --collectives mine --ranks 4 --steps 1
check 'one trains with it' is $status 0
check 'to the same weights' contains "$out" 'in every bit'
rm -f "$work/elsewhere/"demo.*
lab demo --json
check 'lab demo trains there' is $status 0
lab test
check 'there are no tests' contains "$err" 'has no tests'
echo 'another 1, sparc, GNU 9' >"$work/prebuilt/prebuilt/platform.txt"
lab build
check 'elsewhere it does not build' is $status 1
check 'and says why' contains "$err" 'is a library for another 1, sparc, GNU 9'
say 'prebuilt checked'

if ((failures > 0)); then
  echo "$failures checks failed"
  exit 1
fi
echo 'all checks passed'
