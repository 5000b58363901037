#!/usr/bin/env bash
# Tests the script lab where packages cannot be installed: setup_test.sh ROOT, in the made-up world of
# made_up.sh. Without root and sudo it unpacks into .deps/; without apt-get it names the container.
set -uo pipefail
source_root=$1
# shellcheck source=tests/lab/made_up.sh
source "$source_root/tests/lab/made_up.sh"
export LC_ALL=C.UTF-8
deps=$project/.deps
tree=$deps/tree
with_compilers=$PATH

# lab_at_a_terminal ANSWER WORDS…: the same as lab, with a terminal that gives the answer.
lab_at_a_terminal() {
  local answer=$1 command
  shift
  printf -v command '%q ' "$project/lab" "$@"
  out=$(cd "$work/elsewhere" && printf '%s\n' "$answer" | script -qec "$command" /dev/null)
  status=$?
  err=
}

# lines_fit TEXT: in 80 columns.
lines_fit() {
  local line
  while IFS= read -r line; do
    ((${#line} <= 80)) || { echo "${#line} columns: $line"; return 1; }
  done <<<"$1"
}

# one_line TEXT: without the line breaks of a narrow screen.
one_line() { tr -s '\n ' ' ' <<<"$1"; }

lab help
check 'help fits 80 columns' lines_fit "$out"

# ---- without root and sudo ----
echo 1000 >"$state/id"
sed -i '/^zlib1g-dev$/d; /^fonts-dejavu-core$/d; /^libseccomp-dev$/d; /^xvfb$/d' "$state/installed"
lab setup
check 'setup without root unpacks' contains "$out" 'unpacked 6 packages into .deps/'
check 'it says why' contains "$(one_line "$err")" 'without root, lab unpacks'
check 'it says how much it fetches' contains "$err" '6 MB to fetch'
check 'it fits 80 columns' lines_fit "$err"
check 'it installs nothing' lacks "$(<"$state/apt")" 'install -y'
check 'it unpacks what is missing and what that needs' is \
  "$(sort "$state/unpacked" | paste -sd ' ')" "$(printf '%s ' fonts-dejavu-core \
    lib-of-{fonts-dejavu-core,libseccomp-dev,zlib1g-dev} libseccomp-dev zlib1g-dev | sed 's/ $//')"
check 'what was fetched is removed' test ! -e "$deps/download"
pc=$tree/usr/lib/x86_64-linux-gnu/pkgconfig
# shellcheck disable=SC2016  # for pkg-config
check 'paths for pkg-config begin where its file is' is "$(<"$pc/zlib.pc")" \
  'prefix=${pcfiledir}/../../../../usr
libdir=${prefix}/lib
Cflags: -I${pcfiledir}/../../../../usr/include/z'
check 'a link to a library of the system leads there' test -e "$tree/usr/lib/x86_64-linux-gnu/libz.so"
check 'parts of the C library are named without their folder' contains \
  "$(<"$tree/usr/lib/x86_64-linux-gnu/libm.so")" '( /lib/a-linux-gnu/libm.so.6 libm_rest.a )'
check 'fonts are gathered' test -e "$tree/fonts/DejaVuSans.ttf"
rm "$state/apt"
lab setup
check 'a second setup has nothing to do' contains "$out" 'nothing to install'
check 'and asks nobody' test ! -e "$state/apt"

printf '#!/bin/sh\nenv\n' >"$project/program.sh"
lab counts
check 'a build goes on with them' is $status 0
check 'CMake is told' contains "$out" "CMAKE_TOOLCHAIN_FILE=$tree/zerolab.cmake"
check 'the visualizer is told' contains "$out" "ZEROLAB_FONTS=$tree/fonts"
check 'programs are found after those of the system' contains "$out" ":$tree/bin:$tree/usr/bin"
# shellcheck disable=SC2016  # for CMake
printf '%s\n' "include($tree/zerolab.cmake)" "include($tree/zerolab.cmake)" \
  'message("${CMAKE_PREFIX_PATH}|$ENV{PKG_CONFIG_PATH}|${CMAKE_BUILD_RPATH}")' >"$work/reads.cmake"
check 'zerolab.cmake names the folders, once' is \
  "$(PKG_CONFIG_PATH=/mine cmake -P "$work/reads.cmake" 2>&1)" \
  "$tree/usr|$pc:/mine|$tree/usr/lib/x86_64-linux-gnu"

echo 'other 1 machine' >"$tree/system"
lab setup
check 'what another system unpacked is not used' contains "$(one_line "$err")" \
  '.deps/ is for other 1 machine'
check 'but unpacked anew' lacks "$(<"$tree/system")" other
lab clean
check 'clean says that it keeps what was unpacked' contains "$err" 'kept .deps/'
check 'and keeps it' test -e "$tree/packages"
lab clean --deps
check 'clean --deps removes it' test ! -e "$deps"
sed -i '/^catch2$/d' "$state/installed"
lab counts
check 'a build unpacks by itself' test -e "$tree/packages"
check 'and goes on' is $status 0
lab clean --deps
lab test -R release
check 'a build from before goes on with what is unpacked now' is $status 0
lab clean --deps
echo 0 >"$state/id"
lab setup --unpack
check 'setup --unpack unpacks as root too' test -e "$tree/packages"
cp "$state/installed" "$work/installed"
lab setup
check 'setup installs for root, though it was unpacked' contains "$out" 'installed 5 packages'
lab setup
check 'and says that what was unpacked is no longer needed' contains "$err" 'no longer needed'
cp "$work/installed" "$state/installed"
lab clean --deps
echo 1000 >"$state/id"

# ---- what can go wrong ----
touch "$state/offline"
lab setup
check 'without a network setup fails' is $status 1
check 'it says that nothing is lost' contains "$(one_line "$err")" 'lab setup goes on from there'
check 'it leaves no half of a tree' test ! -e "$tree"
rm "$state/offline"
echo fonts-dejavu-core >"$state/unknown"
lab setup
check 'a package that is not needed may be unknown' contains "$(one_line "$err")" \
  'no package fonts-dejavu-core: going on without'
check 'then it is done without' is $status 0
rm "$state/apt"
lab setup
check 'and not asked for again' test ! -e "$state/apt"
lab clean --deps
echo catch2 >"$state/unknown"
lab setup
check 'a package that is needed may not' is $status 1
check 'and is named' contains "$err" 'no package catch2'
: >"$state/unknown"
lab clean --deps
cp -r "$project" "$work/with a space"
out=$("$work/with a space/lab" setup 2>&1)
status=$?
check 'a path with a space is refused' is $status 1
check 'with the reason' contains "$(one_line "$out")" 'has a space'

# A compiler is fetched only where there is none, whoever brought it.
sed -i '/^g++$/d' "$state/installed"
rm -f "$state/unpacked"
lab setup
check 'a compiler that is there is not fetched' lacks "$(<"$state/unpacked")" g++
lab clean --deps
PATH=$work/fake:$work/no_compiler
echo 4:10.2 >"$state/version"
rm -f "$state/unpacked"
lab setup
check 'a compiler that is too old is not fetched' test ! -e "$state/unpacked"
check 'that is a failure' is $status 1
check 'it says what is needed' contains "$(one_line "$err")" 'zerolab needs g++ 11'
check 'and the way out' contains "$err" 'docker build -t zerolab'
echo 4:12.0 >"$state/version"
lab setup
check 'a compiler that is missing is fetched' contains "$(<"$state/unpacked")" g++
check 'and makes its own front end' contains "$(<"$state/compiler")" "-o $deps/new/bin/g++"
PATH=$with_compilers
lab clean --deps

# ---- sudo ----
touch "$state/sudo_asks"
rm -f "$state/sudo" "$state/apt"
lab setup
check 'where sudo would ask and there is no terminal, lab unpacks' test -e "$tree/packages"
check 'and does not wait for a password' is "$(<"$state/sudo")" '-n true'
lab clean --deps
if command -v script >/dev/null; then
  lab_at_a_terminal d setup
  check 'at a terminal lab offers both' contains "$out" 'unpack them into .deps/'
  check 'the offer fits 80 columns' lines_fit \
    "$(sed 's/\r//g; s/.*s or d? \[.\] //' <<<"$out")"
  check 'd unpacks' test -e "$tree/packages"
  lab clean --deps
  lab_at_a_terminal '' setup
  check 'so does Enter, for somebody whose groups do not have sudo' test -e "$tree/packages"
  lab clean --deps
  lab_at_a_terminal s setup
  check 's installs with sudo' contains "$out" 'packages: zlib1g-dev'
  check 'and unpacks nothing' test ! -e "$deps"
fi
rm -f "$state/sudo_asks"

# ---- without apt-get ----
PATH=$work/no_apt
lab setup
check 'setup without apt-get fails' is $status 1
check 'it names the container' contains "$err" 'docker build -t zerolab -f .devcontainer/Dockerfile .'
check 'and what to run there' contains "$err" 'zerolab ./lab demo'
check 'and the packages' contains "$(one_line "$err")" 'libsimdjson-dev zlib1g-dev'
check 'it fits 80 columns' lines_fit "${err//$project/P}"
mkdir "$work/podman"
printf '#!/bin/sh\n' >"$work/podman/podman"
chmod +x "$work/podman/podman"
PATH=$work/no_apt:$work/podman lab setup
check 'Podman is named where that is there' contains "$err" 'podman run --rm -it --userns=keep-id'
printf 'message(FATAL_ERROR "no such library")\n' >>"$project/CMakeLists.txt"
lab build
check 'a configuration that fails there names the container too' contains "$err" 'docker run'
PATH=$with_compilers

# ---- lab alone ----
mkdir "$work/alone"
cp "$source_root/lab" "$work/alone"
sed -i '/^catch2$/d' "$state/installed"
for words in 'counts' 'build' 'ready' 'setup --unpack'; do
  # shellcheck disable=SC2086  # one or two words
  out=$("$work/alone/lab" $words 2>&1)
  status=$?
  check "lab $words without the rest fails" is $status 1
  check "lab $words without the rest says what is missing" contains "$(one_line "$out")" 'not lab alone'
done

# ---- the container ----
dockerfile=$(<"$source_root/.devcontainer/Dockerfile")
check 'the container is Debian 12' contains "$dockerfile" 'FROM debian:12'
check "its steps are those of lab setup" contains "$dockerfile" 'RUN ./lab setup'
for name in $all_packages; do
  [[ $name == *-dev || $name == fonts-* || $name == catch2 || $name == xvfb ]] || continue
  check "there is no other list with $name" is "$(grep -lr -- "$name" \
    "$source_root"/.devcontainer "$source_root/.ci" "$source_root/.setup")" ''
done

finish
