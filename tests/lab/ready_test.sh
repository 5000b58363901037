#!/usr/bin/env bash
# Tests `lab ready`: ready_test.sh ROOT, in the made-up world of made_up.sh, whose programs answer as
# the real ones do.
set -uo pipefail
source_root=$1
# shellcheck source=tests/lab/made_up.sh
source "$source_root/tests/lab/made_up.sh"
export LC_ALL=C.UTF-8
unset DISPLAY WAYLAND_DISPLAY CONDA_PREFIX
bin=$project/build/release/bin

cat >>"$project/CMakeLists.txt" <<'END'
add_custom_target(exercise_01 COMMAND ${CMAKE_SOURCE_DIR}/compile_exercise.sh)
add_custom_target(exercise_02 COMMAND ${CMAKE_SOURCE_DIR}/compile_exercise.sh)
file(GLOB programs ${CMAKE_SOURCE_DIR}/programs/*)
file(COPY ${programs} DESTINATION ${CMAKE_BINARY_DIR}/bin)
END
mkdir -p "$project"/{programs,tests/hidden} "$project"/exercises/{,starters/}{01-one,02-two}
touch "$project"/exercises/{,starters/}{01-one/one,02-two/two}.cpp
printf '#!/bin/sh\nexit 0\n' >"$project/compile_exercise.sh"
cat >"$project/program.sh" <<'END'
#!/bin/sh
for stage in 0 1 2 3; do
  printf '"weights_hash": "abc%s",\n' "$(cat "$(dirname "$0")/odd$stage" 2>/dev/null)"
done
END
cat >"$project/programs/exercise_01" <<'END'
#!/bin/sh
printf '{\n  "ending": "unwritten",\n  "points": 0.0,\n  "max_points": 100.0,\n}\n'
exit 1
END
sed 's/unwritten/wrong/; s/"points": 0.0/"points": 40.0/' "$project/programs/exercise_01" \
  >"$project/programs/exercise_02"
cat >"$project/programs/zerolab-viz" <<'END'
#!/bin/sh
case " $* " in
  *' --export '*) printf '\211PNG\r\n' >ring.png ;;
  *' --bench '*)
    if [ "$DISPLAY" = :1 ]; then echo 'its window shows the first picture'; else echo 'no window: why'; fi ;;
esac
END
cat >"$project/programs/zerolab-exercises" <<'END'
#!/bin/sh
printf '"name": "files (Landlock)",\n"in_force": %s,\n' "${LANDLOCK:-true}"
printf '"in_force": true,\n"name": "missing",\n"in_force": false,\n "note": "another user: not root"\n'
printf '"verdict": "%s",\n"note": "%s"\n' "${VERDICT:-unwritten}" "${NOTE:-}"
exit 1
END
chmod +x "$project"/programs/* "$project"/*.sh

# rows_fit TEXT: in 80 columns, all but the last, which is to be pasted.
rows_fit() {
  local line
  while IFS= read -r line; do
    ((${#line} <= 80)) || { echo "${#line} columns: $line"; return 1; }
  done < <(head -n -1 <<<"$1")
}
last_line() { tail -n 1 <<<"$out"; }
matches() { [[ $1 =~ $2 ]]; }

# ---- all is well ----
lab ready
check 'ready succeeds' is $status 0
check 'it says that it builds, and how long that takes' contains "$out" \
  'not built yet: a build takes about'
check 'its line' matches "$(last_line)" "^ready: [a-z]+ [^,]*, g\+\+ [0-9]+\.[0-9]+, [0-9]+ cores,\
 [0-9]+ GiB, viz yes \(display no\), mpi no, cuda no, commit unknown, [0-9]+ s$"
check 'it fits 80 columns' rows_fit "$out"
for row in '✓  machine ' '✓  packages ' '✓  tools ' '✓  build ' '✓  training ' '✓  exercises ' \
  '✓  visualizer ' '–  display ' '✓  grading ' '–  mpi '; do
  check "it has the row $row" contains "$out" "$row"
done
check 'an untouched exercise is unwritten' contains "$out" '01 compiles'
check 'it is told so' contains "$out" 'unwritten, as it was'
check 'grading names what it does without' contains "$(tr -s '\n ' ' ' <<<"$out")" \
  'without another user: not root'
LANDLOCK=false lab ready
check 'a second time it builds nothing' is "$(count_of_builds)" 1
check 'grading without Landlock is marked' contains "$out" '–  grading '
check 'and is no failure' is $status 0
VERDICT='not run' NOTE='odd words' lab ready
check 'a grader that fails fails' matches "$(last_line)" '^not ready \(grading\): '
check 'with its reason' contains "$out" 'not run: odd words'
DISPLAY=:1 lab ready
check 'a window that opens is told' contains "$(last_line)" 'viz yes (display yes)'
DISPLAY=:2 lab ready
check 'one that does not is no failure' is $status 0
check 'and the reason is given' contains "$out" ':2: no window: why'

lab ready --json
check 'ready --json succeeds' is $status 0
cp "$work/out" "$work/ready.json"
cat >"$work/reads.cmake" <<END
file(READ $work/ready.json text)
foreach(path schema command ready line "config;preset" "checks;0;name" "checks;3;state")
  string(JSON value GET "\${text}" \${path})
  message("\${value}")
endforeach()
END
check 'its JSON has the shape of all others' matches "$(cmake -P "$work/reads.cmake" 2>&1)" \
  $'^zerolab/1\nready\n(ON|true)\nready: [^\n]*\nrelease\nmachine\nworks$'

# ---- what the student has done ----
echo '// mine' >"$project/exercises/01-one/one.cpp"
lab ready
check 'an exercise that nobody began is taken' contains "$out" '02 compiles'
check 'one with points says how many' contains "$out" '40.0 of 100.0 points'
check 'answers stay' is "$(<"$project/exercises/01-one/one.cpp")" '// mine'
: >"$project/exercises/01-one/one.cpp"

# ---- what is wrong ----
echo 9 >"$bin/odd3"
lab ready
check 'different weights fail' is $status 1
check 'and are named in the line' matches "$(last_line)" '^not ready \(training\): '
rm "$bin/odd3"
printf '#!/bin/sh\nexit 1\n' >"$project/compile_exercise.sh"
lab ready
check 'an exercise that does not compile fails' matches "$(last_line)" '^not ready \(exercises\): '
printf '#!/bin/sh\nexit 0\n' >"$project/compile_exercise.sh"
rm "$bin/zerolab-viz"
lab ready
check 'no visualizer is no failure' matches "$(last_line)" '^ready: .* viz no \(display no\)'
printf '#!/bin/sh\n:\n' >"$bin/zerolab-viz"
chmod +x "$bin/zerolab-viz"
lab ready
check 'a visualizer that draws nothing is one' matches "$(last_line)" '^not ready \(visualizer\): '
sed -i '/^catch2$/d' "$state/installed"
rm -f "$state/apt"
lab ready
check 'a missing package fails' matches "$(last_line)" '^not ready \(packages\): '
check 'it says what to do' contains "$out" '→ ./lab setup'
check 'it installs nothing' test ! -e "$state/apt"
check 'it tries no more' lacks "$out" training
install_all
mkdir "$work/old"
printf '#!/bin/sh\necho 10.2.1\n' >"$work/old/g++"
chmod +x "$work/old/g++"
PATH=$work/old:$PATH lab ready
check 'an old compiler fails' matches "$(last_line)" '^not ready \(tools\): .* g\+\+ 10\.2,'

finish
