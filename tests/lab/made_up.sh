# Sourced by the tests of the script lab, with $source_root: copies ROOT/lab and ROOT/.setup beside a
# made-up CMake project that builds in no time, and puts made-up dpkg-query, dpkg, apt-get, apt-cache,
# id and sudo first in PATH. Each `check` names what must hold; `finish` ends with status 1 if any did
# not.
# shellcheck shell=bash

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/project
state=$work/state
mkdir -p "$project/.ci" "$state" "$work/fake" "$work/elsewhere" "$work/no_apt"
cp -r "$source_root/lab" "$source_root/.setup" "$source_root/.devcontainer" "$source_root/CMakePresets.json" \
  "$project"
cp "$source_root/.ci/run" "$project/.ci"
unset ZEROLAB_PRESET ZEROLAB_NO_SETUP ZEROLAB_FONTS CMAKE_TOOLCHAIN_FILE
export NO_COLOR=1

cat >"$project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(made_up LANGUAGES NONE)
set(ZEROLAB_MPI AUTO CACHE STRING "")
message(STATUS "MPI: ${ZEROLAB_MPI}")
set(program ${CMAKE_BINARY_DIR}/bin/zerolab)
add_custom_command(OUTPUT ${program} DEPENDS program.sh
  COMMAND ${CMAKE_SOURCE_DIR}/compile.sh ${CMAKE_SOURCE_DIR}/program.sh ${program})
add_custom_target(zerolab_program DEPENDS ${program})
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/other_file COMMAND touch ${CMAKE_BINARY_DIR}/other_file)
add_custom_target(zerolab_programs DEPENDS ${CMAKE_BINARY_DIR}/other_file ${program})
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/test_file COMMAND touch ${CMAKE_BINARY_DIR}/test_file)
add_custom_target(a_test ALL DEPENDS ${CMAKE_BINARY_DIR}/test_file ${program})
enable_testing()
add_test(NAME everywhere COMMAND ${CMAKE_SOURCE_DIR}/a_test.sh)
add_test(NAME release_only COMMAND true)
set_tests_properties(release_only PROPERTIES LABELS release-only)
add_test(NAME no_tsan COMMAND true)
set_tests_properties(no_tsan PROPERTIES LABELS "slow;no-tsan")
END
# shellcheck disable=SC2016  # written for the other script, not for this one
printf '#!/bin/sh\nmkdir -p "$(dirname "$2")" && cp "$1" "$2" && echo compiled >>%s/compiled\n' \
  "$state" >"$project/compile.sh"
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "program in $PWD:" "$@"\nexit 7\n' >"$project/program.sh"
printf '#!/bin/sh\nexit 0\n' >"$project/a_test.sh"

# Made-up package tools. $state/installed lists the packages, $state/apt what was asked of apt-get;
# $state/unknown lists packages that the system does not have, $state/offline is there where nothing can
# be fetched. Every package depends on "lib-of-it", which is not installed; its archive is an empty file.
cat >"$work/fake/dpkg-query" <<END
#!/usr/bin/env bash
printf '%s\n' "\${@:3}" | grep -xF -f $state/installed | sed 's/\$/ installed/'
! printf '%s\n' "\${@:3}" | grep -qvxF -f $state/installed
END
cat >"$work/fake/apt-get" <<END
#!/usr/bin/env bash
echo "\$DEBIAN_FRONTEND \$*" >>$state/apt
[[ ! -e $state/apt_fails ]] || { echo 'E: no such package'; exit 100; }
words=(\$(printf '%s\n' "\$@" | grep -E '^[a-z][a-z0-9.+-]*(=|\$)' | grep -vxE 'install|download|update'))
case " \$* " in
  *" update "*)
    for word in "\$@"; do
      [[ ! -e $state/offline && \$word == Dir::State=* ]] && touch "\${word#*=}/lists/x_Packages"
    done
    true
    ;;
  *" install -s "*)
    for word in "\${words[@]}"; do
      ! grep -qxF -- "\$word" $state/unknown || { echo "E: Unable to locate package \$word" >&2; exit 100; }
      echo "Inst lib-of-\$word (1:2.0 Made-up:1 [amd64])"
      echo "Inst \$word (\$(cat $state/version) Made-up:1 [amd64])"
    done
    echo 'Inst libc6 [1.0] (2.0 Made-up:1 [amd64])'
    ;;
  *" download --print-uris "*) printf "'http://x/y.deb' y.deb 1000000 SHA256:0\n%.0s" "\${words[@]}" ;;
  *" download "*)
    [[ ! -e $state/offline ]] || { echo 'E: Could not connect'; exit 100; }
    for word in "\${words[@]}"; do
      version=\${word#*=}
      echo "Get:1 http://x/ \$word"
      touch "\${word%=*}_\${version//:/%3a}_amd64.deb"
    done
    ;;
  *" install "*) printf '%s\n' "\${words[@]}" >>$state/installed ;;
esac
END
cat >"$work/fake/apt-cache" <<END
#!/usr/bin/env bash
printf '%s\n' "\$@" | grep -vxE 'policy|-o|Dir:.*' | grep -vxF -f $state/unknown | sed 's/\$/:\n  Candidate: 1.0/'
END
cat >"$work/fake/dpkg" <<END
#!/usr/bin/env bash
if [[ \$1 == --compare-versions ]]; then
  [[ \$2 != "\$4" && \$(printf '%s\n' "\$2" "\$4" | sort -V | head -n 1) == "\$2" ]]
  exit
fi
name=\$(basename "\$2")
echo "\${name%%_*}" >>$state/unpacked
mkdir -p "\$3/usr/lib/x86_64-linux-gnu/pkgconfig" "\$3/usr/bin"
case \$name in
  zlib1g-dev_*)
    printf 'prefix=/usr\nlibdir=\${prefix}/lib\nCflags: -I/usr/include/z\n' \
      >"\$3/usr/lib/x86_64-linux-gnu/pkgconfig/zlib.pc"
    ln -sf libc.so.6.9.9 "\$3/usr/lib/x86_64-linux-gnu/libz.so"
    printf '/* GNU ld script */\nGROUP ( /lib/a-linux-gnu/libm.so.6 /usr/lib/a-linux-gnu/libm_rest.a )\n' \
      >"\$3/usr/lib/x86_64-linux-gnu/libm.so"
    ;;
  fonts-*)
    mkdir -p "\$3/usr/share/fonts/truetype"
    touch "\$3/usr/share/fonts/truetype/DejaVuSans.ttf"
    ;;
  g++_*) printf '#!/bin/sh\necho "\$*" >>$state/compiler\n' >"\$3/usr/bin/g++"; chmod +x "\$3/usr/bin/g++" ;;
esac
END
printf '#!/bin/sh\ncat %s/id\n' "$state" >"$work/fake/id"
# $state/sudo_works: without a password; $state/sudo_asks: with one, which it takes to be given.
cat >"$work/fake/sudo" <<END
#!/bin/sh
echo "\$*" >>$state/sudo
[ -e $state/sudo_works ] || [ -e $state/sudo_asks ] || exit 1
[ "\$1" = -n ] && { [ -e $state/sudo_works ] || exit 1; shift; }
[ "\$1" = -v ] && exit 0
exec "\$@"
END
chmod +x "$work"/fake/* "$project"/*.sh
# Systems without apt-get, and without a compiler; the build's tools may lie elsewhere.
mkdir -p "$work/no_compiler"
for folder in "$work/no_apt" "$work/no_compiler"; do
  ln -s /usr/bin/* "$folder"
  ln -sf "$(command -v cmake)" "$(command -v ninja)" "$folder"
done
rm -f "$work"/no_apt/{apt-get,apt-cache,dpkg-query,dpkg,sudo,docker,podman} "$work"/no_compiler/g++
export PATH=$work/fake:$PATH
# The table is read from lab, so that the names are written down once.
all_packages=$(sed -n "/^readonly package_table='/,/^'/p" "$source_root/lab" |
  sed -n 's/^\(needed\|viz\|optional\|develop\) *//p' | paste -sd ' ')
install_all() { tr ' ' '\n' <<<"$all_packages" >"$state/installed"; }
echo 0 >"$state/id"
echo 12.0 >"$state/version"
touch "$state/unknown"
install_all

failures=0
status=0
out=
err=

# lab WORDS…: runs it from another directory, without a terminal; leaves $status, $out and $err.
lab() {
  (cd "$work/elsewhere" && "$project/lab" "$@") >"$work/out" 2>"$work/err" </dev/null
  status=$?
  out=$(<"$work/out") err=$(<"$work/err")
}

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
lacks() { [[ $1 != *"$2"* ]]; }
count_of_builds() { wc -l <"$state/compiled" 2>/dev/null || echo 0; }

finish() {
  if ((failures > 0)); then
    echo "$failures checks failed"
    exit 1
  fi
  echo 'all checks passed'
}
