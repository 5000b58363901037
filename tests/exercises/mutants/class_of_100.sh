#!/usr/bin/env bash
# A class of a hundred submissions of exercise 03, graded unattended, interrupted once and resumed:
# every mutant, every valid alternative, every attack, files that do not compile or are missing, and
# solutions until there are a hundred. Then each one's points are looked at.
#
#   class_of_100.sh ROOT BUILD [JOBS]     prints the time that it took; status 1 if any is wrong
set -euo pipefail
root=$1
build=$2
jobs=${3:-2}
program=$build/bin/zerolab-exercises
mutants=$root/tests/mutants/03-reduce_scatter
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
class=$place/class
mkdir -p "$class"

# hand_in NAME FILE
hand_in() {
  mkdir "$class/$1"
  cp "$2" "$class/$1/reduce_scatter.cpp"
}
for file in "$mutants"/*.cpp; do hand_in "mutant-$(basename "$file" .cpp)" "$file"; done
for file in "$mutants"/valid/*.cpp; do hand_in "valid-$(basename "$file" .cpp)" "$file"; done
for file in "$root"/tests/mutants/attacks/*.cpp; do
  hand_in "attack-$(basename "$file" .cpp)" "$file"
done
mkdir "$class/missing-file"
printf 'void reduce_scatter(\n' >"$place/broken.cpp"
hand_in broken-syntax "$place/broken.cpp"
printf '#include "exercises/03-reduce_scatter/reduce_scatter.hpp"\nint other;\n' >"$place/none.cpp"
hand_in broken-no-function "$place/none.cpp"
hand_in unwritten "$root/exercises/starters/03-reduce_scatter/reduce_scatter.cpp"
for ((i = 1; $(find "$class" -mindepth 1 -maxdepth 1 | wc -l) < 100; ++i)); do
  hand_in "solution-$i" "$root/solutions/03-reduce_scatter/reduce_scatter.cpp"
done
count=$(find "$class" -mindepth 1 -maxdepth 1 | wc -l)

echo 'the secret of a class of a hundred' >"$place/secret"
grade() {
  "$program" grade --exercise 03 "$class" --out "$place/graded" --secret-file "$place/secret" \
    --jobs "$jobs" --html >"$place/table.txt"
}

started=$SECONDS
(grade 2>"$place/first.log") &
first=$!
while [[ $(cat "$place/graded/class.csv" 2>/dev/null | wc -l) -lt 20 ]]; do sleep 0.2; done
pkill -INT -P "$first" || true
kill -INT "$first" 2>/dev/null || true
wait "$first" || true
before=$(($(wc -l <"$place/graded/class.csv") - 1))
grade 2>"$place/second.log"
taken=$((SECONDS - started))
again=$(grep -c 'as graded before' "$place/second.log" || true)

# name,exercise,fingerprint,values,counts,deadlock,edges,memory,points,max_points,verdict,note
wrong=0
complain() {
  echo "wrong: $*"
  wrong=$((wrong + 1))
}
while IFS=, read -r name _ _ values counts deadlock edges memory points _ verdict _; do
  case $name in
    name) ;;
    solution-* | valid-*) [[ $points == 100 ]] || complain "$name has $points points" ;;
    mutant-*)
      loses=$(sed -n '1s,// loses: \([a-z]*\);.*,\1,p' "$mutants/${name#mutant-}.cpp")
      [[ ${!loses} == 0 ]] || complain "$name keeps its points of $loses"
      ;;
    attack-*) [[ $points == 0 ]] || complain "$name has $points points" ;;
    broken-* | missing-file) [[ $points == 0 && $verdict == 'not run' ]] || complain "$name: $verdict" ;;
    unwritten) [[ $points == 0 && $verdict == unwritten ]] || complain "$name: $verdict" ;;
    *) complain "who is $name?" ;;
  esac
done <"$place/graded/class.csv"
rows=$(($(wc -l <"$place/graded/class.csv") - 1))
pages=$(find "$place/graded" -name report.html | wc -l)
drawn=$(find "$place/graded" -name run.html | wc -l)
((rows == count)) || complain "$rows rows for $count submissions"
((pages == count)) || complain "$pages pages for $count submissions"
((again >= before && before > 0)) || complain "$before were graded before the interruption, $again taken over"
[[ -e $place/graded/index.html ]] || complain 'there is no index.html'
echo "$count submissions in $taken s with $jobs at once; interrupted after $before, of which $again" \
  "were taken over; $pages pages, $drawn with a drawn run; $wrong wrong"
((wrong == 0))
