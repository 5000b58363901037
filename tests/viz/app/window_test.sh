#!/usr/bin/env bash
# The real window under Xvfb: keys are pressed, and what it shows equals the headless picture.
# window_test.sh VIZ COMPARE: the program, and the program that says whether two pictures agree.
# Status 77 (skipped, with the reason) where Xvfb or xdotool is missing.
set -uo pipefail

viz=$1
compare=$2
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (lab setup)"; exit 77; }
done
work=$(mktemp -d)
cleanup() {
  kill "${window_pid:-0}" "${screen_pid:-0}" 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work" || exit 1
export XDG_STATE_HOME=$work HOME=$work LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY

# -displayfd: Xvfb chooses a free display and says which.
mkfifo display
Xvfb -displayfd 3 -screen 0 1400x900x24 3>display >xvfb.log 2>&1 &
screen_pid=$!
read -r -t 20 number <display || { echo 'Xvfb did not start:'; cat xvfb.log; exit 1; }
export DISPLAY=:$number

schedule=(--collective reduce-scatter --ranks 4 --elements 4000 --size 1280x720)
"$viz" "${schedule[@]}" >window.log 2>&1 &
window_pid=$!
window=$(timeout 30 xdotool search --sync --onlyvisible --name zerolab | head -n 1)
[[ $window ]] || { echo 'no window appeared:'; cat window.log; exit 1; }
xdotool windowfocus --sync "$window" 2>/dev/null

# shot: presses W until the next picture is there.
shots=0
shot() {
  shots=$((shots + 1))
  xdotool key w
  for ((i = 0; i < 100; ++i)); do
    [[ -s zerolab-view-$shots.png ]] && return 0
    kill -0 "$window_pid" 2>/dev/null || break
    sleep 0.1
  done
  echo "no zerolab-view-$shots.png; the window said:"; cat window.log; exit 1
}

status=0
# shows AT: the window soon shows what the headless picture of the state AT shows. A busy machine may
# still be drawing the step, or still say what the last file was called: so it is asked three times.
shows() {
  local try
  "$viz" "${schedule[@]}" --at "$1" --export expected.png >/dev/null || exit 1
  for try in 1 2 3; do
    sleep 2.5
    shot
    "$compare" "zerolab-view-$shots.png" expected.png 0.001 && return 0
  done
  echo "never as after '$1'"
  status=1
}

shows 'time=0'
xdotool key Right Right
shows 'time=2'
xdotool key t 3 Left r
shows 'time=1 scene=counters theme=light pin-rank=0'
xdotool key q
for ((i = 0; i < 50; ++i)); do
  kill -0 "$window_pid" 2>/dev/null || { [[ $status == 0 ]] && echo 'the window shows what the headless pictures show'; exit "$status"; }
  sleep 0.1
done
echo 'q did not end it'
exit 1
