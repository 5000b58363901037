# Sourced by lab: `lab ready`, run on each machine the day before a class. It builds what is not
# built, tries each part once with small inputs, and prints a row per part: ✓ works, – is not there
# and not needed, ✗ must be mended, with what to do. The last line holds it all, to be pasted. Nothing
# of the student's is changed: answers and progress stay as they are.
# Exit status: 0 ready, 1 not.
#
# Uses of lab: $root, $deps, $preset, $least_…, $uses_unpacked, missing_packages, system_name,
# ensure_built, with_build, jobs_at_once, folded, wrong_usage.
# shellcheck shell=bash

# Processor time of a whole build: minutes on one core, of those that machines have now.
readonly build_minutes=8

rows=()  # of the JSON output
broken=()
as_json=

# json_string TEXT: as a JSON string.
json_string() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\t'/ }
  text=${text//$'\n'/ }
  printf '"%s"' "$text"
}

# row STATE NAME FOUND [TODO]: STATE is works, absent or broken.
row() {
  local state=$1 name=$2 found=$3 todo=${4:-} mark='✓' first line
  case $state in
    absent) mark=– ;;
    broken) mark=✗ broken+=("$name") ;;
  esac
  rows+=("{\"name\": $(json_string "$name"), \"state\": \"$state\", \"found\": $(json_string "$found"), \"todo\": $(json_string "$todo")}")
  [[ ! $as_json ]] || return 0
  # Names take 13 columns, and the rest of the 80 is for what was found.
  printf -v first '  %s  %-12s' "$mark" "$name"
  while IFS= read -r line; do
    printf '%s %s\n' "$first" "$line"
    first='                 '
  done < <(folded 62 '' "$found"; [[ ! $todo ]] || folded 62 '  ' "→ $todo")
}

# field_of_memory NAME: of /proc/meminfo, in whole GiB.
field_of_memory() { awk -v name="$1:" '$1 == name { printf "%.0f", $2 / 1048576 }' /proc/meminfo; }

look_at_machine() {
  local free disk found
  os=$(system_name)
  cores=$(nproc)
  memory=$(field_of_memory MemTotal)
  free=$(field_of_memory MemAvailable)
  disk=$(df -Pk "$root" | awk 'END { printf "%.0f", $4 * 1024 / 1e9 }')
  found="$os on $(uname -m), $cores cores, $memory GiB of memory ($free free), $disk GB of disk free"
  if ((disk < 1)); then
    row broken machine "$found" 'a build takes up to 1 GB in build/: make room'
  elif ((free < 1)); then
    row broken machine "$found" 'a compiler takes up to 1 GiB of memory: end other programs'
  else
    row works machine "$found"
  fi
}

look_at_packages() {
  local missing others found
  if ! command -v dpkg-query >/dev/null; then
    row absent packages 'no dpkg here: the build tells whether all is there'
    return
  fi
  missing=$(missing_packages needed | paste -sd ' ')
  others=$(missing_packages viz optional | paste -sd ' ')
  found="all $(packages "${unpacked_kinds[@]}" | wc -l) of the build, the visualizer and the grader"
  [[ ! $uses_unpacked ]] || found+=" ($(wc -l <"$deps/tree/packages") in .deps/)"
  if [[ $missing ]]; then
    row broken packages "missing: $missing${others:+; also $others}" './lab setup'
  elif [[ $others ]]; then
    row absent packages "missing, and not needed by all: $others" './lab setup'
  else
    row works packages "$found"
  fi
}

# version_of COMMAND…: the first number with a dot in what it prints.
version_of() { "$@" 2>/dev/null | grep -oEm1 '[0-9]+(\.[0-9]+)+' | head -n 1; }

# at_least VERSION LEAST
at_least() { [[ $(printf '%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

look_at_tools() {
  local compiler cmake ninja found
  compiler=$(g++ -dumpfullversion 2>/dev/null || true)
  cmake=$(version_of cmake --version || true)
  ninja=$(version_of ninja --version || true)
  found="g++ ${compiler:-missing}, cmake ${cmake:-missing}, ninja ${ninja:-missing}"
  gcc_version=$(cut -d. -f1,2 <<<"$compiler")
  if [[ ! $compiler || ! $cmake || ! $ninja ]]; then
    row broken tools "$found" './lab setup'
  elif ! at_least "$compiler" "$least_gcc" || ! at_least "$cmake" "$least_cmake"; then
    row broken tools "$found: g++ $least_gcc and cmake $least_cmake are needed" \
      'use a newer system, or the container: .devcontainer/'
  elif [[ ${CONDA_PREFIX:-} ]]; then
    row works tools "$found; a conda environment is active" \
      'if the build fails, try again after: conda deactivate'
  else
    row works tools "$found"
  fi
}

look_at_build() {
  local started=$SECONDS jobs
  if [[ ! -e $root/build/$preset/bin/zerolab ]]; then
    jobs=$(jobs_at_once)
    [[ $as_json ]] || printf '     not built yet: a build takes about %s on %s cores\n' \
      "$(((build_minutes + jobs - 1) / jobs)) min" "$jobs"
  fi
  if (ensure_built "$preset" zerolab_programs) >&2; then
    row works build "build/$preset is up to date ($((SECONDS - started)) s)"
  else
    row broken build "the build of $preset fails" "read build/$preset/lab.log, and send its end"
    return 1
  fi
}

# try COMMAND…: in $scratch, for two minutes at most, the output in out and err there.
try() {
  (cd "$scratch" && timeout 120 "$@" >out 2>err </dev/null)
}

# why: the last line that the last `try` printed.
why() { tail -qn 1 "$scratch/err" "$scratch/out" | grep . | head -n 1; }

look_at_training() {
  local hashes
  if ! try "$bin/zerolab" train --compare-stages --ranks 4 --model nano --steps 3 --json \
    --trace run.trace.json.gz; then
    row broken training "stages 0 to 3 on 4 ranks: $(why)" 'send this line'
    return
  fi
  hashes=$(grep -o '"weights_hash": *"[0-9a-f]*"' "$scratch/out")
  if [[ $(wc -l <<<"$hashes") == 4 && $(sort -u <<<"$hashes" | wc -l) == 1 ]]; then
    row works training 'stages 0 to 3 on 4 ranks: the same weights in every bit'
  else
    row broken training 'stages 0 to 3 on 4 ranks end with different weights' 'send this line'
  fi
}

# The first exercise that nobody has begun, or else the first: its number.
exercise_to_try() {
  local starter number
  for starter in "$root"/exercises/starters/*/*.cpp; do
    number=$(basename "$(dirname "$starter")")
    cmp -s "$starter" "$root/exercises/$number/$(basename "$starter")" || continue
    echo "${number%%-*}"
    return
  done
  echo 01
}

# field NAME: of the JSON in out, one of its numbers or words.
field() { sed -nE "s/^ *\"$1\": *\"?([^\",]*)\"?,?\$/\\1/p" "$scratch/out" | head -n 1; }

compile_exercise() {
  rm -f "$root/build/$preset/exercises/CMakeFiles/exercise_$1.dir"/*/*.o
  try cmake --build "$root/build/$preset" --target "exercise_$1"
}

# The student's file is compiled and its check started by hand: `lab check` would count the try.
look_at_exercises() {
  local number started=$SECONDS found
  number=$(exercise_to_try)
  if ! with_build "$preset" compile_exercise "$number"; then
    row broken exercises "exercise $number does not compile" "see: ./lab check $number"
    return
  fi
  try "$bin/exercise_$number" --json - || true
  found="$number compiles in $((SECONDS - started)) s; its check says"
  case $(field ending) in
    '') row broken exercises "$found nothing: $(why)" 'send this line' ;;
    unwritten) row works exercises "$found: unwritten, as it was handed out" ;;
    *) row works exercises "$found: $(field points) of $(field max_points) points (yours, begun)" ;;
  esac
}

look_at_viewer() {
  local note
  if [[ ! -x $bin/zerolab-viz ]]; then
    row absent visualizer 'not in this build' './lab setup installs what it needs'
    return
  fi
  if ! try "$bin/zerolab-viz" --collective reduce-scatter --ranks 4 --at 'time=1.5' \
    --size 640x360 --export ring.png; then
    row broken visualizer "draws no picture: $(why)" './lab setup'
    return
  fi
  if [[ $(head -c 4 "$scratch/ring.png" | tail -c 3) != PNG ]]; then
    row broken visualizer 'what it writes is no picture' 'send this line'
    return
  fi
  note=$(sed -n '/DejaVu/s/^zerolab-viz: //p' "$scratch/err")
  row works visualizer "drew a picture without a display${note:+; $note}"
  viewer=yes
}

# Opens a window, for a moment, where there is a display.
look_at_display() {
  local shown=${WAYLAND_DISPLAY:-${DISPLAY:-}} otherwise="pages and pictures are written instead"
  if [[ ! $shown ]]; then
    row absent display "none: $otherwise; lab view --text needs no display either"
  elif [[ $viewer != yes ]]; then
    row absent display "$shown, not tried without the visualizer"
  elif try "$bin/zerolab-viz" run.stage3.trace.json.gz --bench &&
    grep -q 'window shows' "$scratch/out" "$scratch/err"; then
    row works display "$shown: a window opened"
    display=yes
  else
    row absent display "$shown: $(grep -hm1 'no window' "$scratch/out" "$scratch/err" || why); $otherwise"
  fi
}

# What grading would be protected by, from the report of grading an untouched file. Only where the
# hidden tests are: an instructor's copy.
look_at_grading() {
  local starter missing note
  starter=$(find "$root"/exercises/starters/01-* -name '*.cpp' 2>/dev/null | head -n 1)
  [[ -d $root/tests/hidden && $starter ]] || return 0
  # Its status is 1: the file is not written.
  try "$bin/zerolab-exercises" grade --exercise 01 "$starter" --json || true
  if [[ $(field verdict) != unwritten ]]; then
    note=$(sed -nE 's/^ *"note": *"(.+)".*/\1/p' "$scratch/out" | tail -n 1)
    row broken grading "of an untouched exercise 01: $(field verdict): ${note:-$(why)}" 'send this line'
    return
  fi
  missing=$(grep -A 2 '"name": "missing"' "$scratch/out" | sed -nE 's/^ *"note": *"(.*)".*/\1/p' |
    paste -sd ';' | sed 's/;/; /g')
  if grep -A 1 -E '\((seccomp|Landlock)\)"' "$scratch/out" | grep -q '"in_force": false'; then
    row absent grading "works; submissions are not fully shut in: $missing" \
      'grade on a machine, or in a virtual machine, that holds nothing else'
  else
    row works grading "works, with seccomp and Landlock${missing:+; without $missing}"
  fi
}

# look_at_part MPI: whether the build has it, in $found_part: yes or no.
look_at_part() {
  local line
  line=$(grep -h "^-- $1: " "$root/build/$preset/lab.log" 2>/dev/null | tail -n 1 | sed "s/^-- $1: //")
  found_part=no
  if [[ $line == *'; on' ]]; then
    found_part=yes
    row works "${1,,}" "${line%; on}"
  else
    row absent "${1,,}" "${line:-not looked for}"
  fi
}

look_at_terminal() {
  local columns
  [[ -t 1 ]] || return 0
  columns=$(stty size <&1 2>/dev/null | cut -d ' ' -f 2)
  if [[ $columns ]] && ((columns > 0 && columns < 80)); then
    row absent terminal "$columns columns" 'make it 80 wide: tables are'
  else
    row works terminal "${columns:-80} columns"
  fi
}

# commit: seven digits, with a + where files other than answers differ from it.
commit() {
  local name
  name=$(git -C "$root" rev-parse --short=7 HEAD 2>/dev/null) || { echo unknown; return; }
  git -C "$root" diff --quiet HEAD -- . ':!exercises/[0-9]*/*.cpp' 2>/dev/null || name+=+
  echo "$name"
}

print_json() {
  local ready=true
  ((${#broken[@]} == 0)) || ready=false
  printf '{\n  "schema": "zerolab/1",\n  "command": "ready",\n  "config": {"preset": "%s"},\n' "$preset"
  printf '  "ranks": [],\n  "ready": %s,\n  "checks": [\n' "$ready"
  local i
  for i in "${!rows[@]}"; do
    printf '    %s%s\n' "${rows[i]}" "$( ((i + 1 == ${#rows[@]})) || echo ,)"
  done
  printf '  ],\n  "line": %s\n}\n' "$(json_string "$1")"
}

ready() {
  local started=$SECONDS bin=$root/build/$preset/bin line
  local os cores memory gcc_version='' viewer=no display=no mpi=no cuda=no found_part
  case $#:${1:-} in
    0:) ;;
    1:--json) as_json=yes ;;
    *) wrong_usage "ready takes --json or nothing, not '$*'" ;;
  esac
  set +e  # what fails is what is looked for
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT

  look_at_machine
  look_at_packages
  look_at_tools
  if ((${#broken[@]} == 0)) && look_at_build; then
    look_at_training
    look_at_exercises
    look_at_viewer
    look_at_display
    look_at_grading
    look_at_part MPI
    mpi=$found_part
    look_at_part CUDA
    cuda=$found_part
  fi
  look_at_terminal

  line='ready'
  ((${#broken[@]} == 0)) || line="not ready ($(printf '%s, ' "${broken[@]}" | sed 's/, $//'))"
  line+=": $os, g++ ${gcc_version:-missing}, $cores cores, $memory GiB, viz $viewer (display $display),"
  line+=" mpi $mpi, cuda $cuda, commit $(commit), $((SECONDS - started)) s"
  if [[ $as_json ]]; then
    print_json "$line"
  else
    printf '\nThe line for the instructor:\n%s\n' "$line"
  fi
  ((${#broken[@]} == 0))
}
