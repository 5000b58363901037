# Sourced by lab: packages without root. Debian packages are archives of files, and whoever may read
# the package lists may download and unpack them: `apt-get download`, `dpkg -x`. What their
# installation would do beside (paths that begin with /usr, links to libraries of the system) is
# mended here, with relative paths: the folder works wherever it is moved.
#
#   .deps/download/  the packages while they arrive: what is complete is not fetched again
#   .deps/new/       unpacked and mended, then renamed to
#   .deps/tree/      what lab uses: usr/ and lib/ of the packages; bin/ a compiler that knows where
#                    it lies; fonts/; zerolab.cmake for the build; packages, their names; system, whose
#                    they are
#   .deps/apt/       package lists of our own, while the system's are empty or too old
#
# Uses of lab: $root, $deps, $unpacked_kinds, $least_…, notice, fail, show_progress, run_quietly,
# missing_packages, keep_known, old_tool, name_container, system_name; apt_lists belongs to both.
# shellcheck shell=bash

# apt_here WORDS…: apt-get, which reads the system's lists, or our own.
apt_here() { LC_ALL=C apt-get -q -o Acquire::Retries=3 -o APT::Sandbox::User= "${apt_lists[@]}" "$@"; }

# plan PACKAGE…: on stdout NAME=VERSION of each package and of all that it depends on, less what is
# installed. What apt would only renew ("Inst NAME [OLD] …") stays as it is: the C library above all
# must be the running one.
plan() {
  apt_here install -s --no-install-recommends "$@" 2>>"$log" |
    sed -nE 's/^Inst ([^ ]+) \(([^ ]+) .*/\1=\2/p'
}

# renew_lists: package lists of our own, from the system's sources.
renew_lists() {
  apt_lists=(-o "Dir::State=$deps/apt" -o Dir::State::status=/var/lib/dpkg/status
    -o "Dir::Cache=$deps/apt/cache")
  mkdir -p "$deps/apt/lists/partial" "$deps/apt/cache/archives/partial"
  # One source of many that fails is no reason to give up; the plan will tell.
  apt_here update 2>&1 </dev/null | show_progress 'fetching package lists' || true
}

# too_old NAME=VERSION…: says so and succeeds if the compiler or CMake among them is too old.
too_old() {
  local each
  for each in "$@"; do
    case $each in
      cmake=*) dpkg --compare-versions "${each#*=}" lt "$least_cmake" && old_tool cmake "${each#*=}" ;;
      g++=*) dpkg --compare-versions "${each#*=}" lt "4:$least_gcc" && old_tool g++ "${each#*=}" ;;
      *) false ;;
    esac && return
  done
  return 1
}

# download NAME=VERSION…: into .deps/download; apt-get checks each against the signed lists.
download() {
  cd "$deps/download" && apt_here download "$@"
}

unpack() {
  local each version
  rm -rf "$deps/new"
  mkdir -p "$deps/new"
  for each in "${chosen[@]}"; do
    version=${each#*=}
    echo "Unpacking ${each%=*}"
    dpkg -x "$deps/download/${each%=*}_${version//:/%3a}"_*.deb "$deps/new" || return 1
  done
}

# library_folders TREE: where its packages keep libraries.
library_folders() { compgen -G "$1/usr/lib/*-linux-gnu*"; compgen -G "$1/lib/*-linux-gnu*"; true; }

# mend_links TREE: libX.so, by which a linker finds a library, is a link to libX.so.1.2.3, which may
# be the system's own: then the link is made to lead there.
mend_links() {
  local tree=$1 link name candidate folder
  # So with CMake's own files, which it looks for beside itself.
  if [[ -e $tree/usr/bin/cmake ]] && ! compgen -G "$tree/usr/share/cmake-*" >/dev/null; then
    mkdir -p "$tree/usr/share"
    ln -s /usr/share/cmake-* "$tree/usr/share/"
  fi
  find "$tree" -path '*/lib/*' -xtype l -name '*.so*' | while read -r link; do
    name=$(basename "$(readlink "$link")")
    while [[ $name == *.so* ]]; do
      for folder in $(library_folders "$tree") /usr/lib/*-linux-gnu* /lib/*-linux-gnu*; do
        candidate=$folder/$name
        [[ -e $candidate && ! $candidate -ef $link ]] || continue
        [[ $folder != "$tree"/* ]] || candidate=$(realpath --relative-to "$(dirname "$link")" "$candidate")
        ln -sfn "$candidate" "$link"
        continue 3
      done
      [[ $name == *.so.* ]] || break
      name=${name%.*}  # another version of the same library
    done
  done
}

# mend_texts TREE: paths below /usr in what pkg-config and the linker read.
mend_texts() {
  local tree=$1 file up
  find "$tree/usr" -name '*.pc' -type f | while read -r file; do
    up='${pcfiledir}'/$(realpath --relative-to "$(dirname "$file")" "$tree")
    sed -i -E "s#^([A-Za-z_]+) *= */usr(/|\$)#\\1=$up/usr\\2#; s#-([IL])/usr/#-\\1$up/usr/#g" "$file"
  done
  # libc.so and the like name parts of the C library by their paths; by its name a part is found
  # where the linker looks for libraries. Shared libraries stay the system's.
  library_folders "$tree" | while read -r folder; do
    grep -lsI '^/\* GNU ld script' "$folder"/lib*.so "$folder"/lib*.a || true
  done | while read -r file; do
    sed -i -E 's#/usr/lib/[^ /]+/([^ /]+\.a)#\1#g' "$file"
  done
}

# make_compiler TREE: bin/g++ from compiler.cpp, where a compiler was unpacked.
make_compiler() {
  local tree=$1 folders triplet
  [[ -e $tree/usr/bin/g++ ]] || return 0
  mapfile -t folders < <(library_folders "$tree")
  triplet=$(basename "${folders[0]}")
  mkdir -p "$tree/bin"
  # What compiler.cpp adds to each call, by hand.
  LD_LIBRARY_PATH=$(IFS=:; echo "${folders[*]}") "$tree/usr/bin/g++" -B"$tree/usr/bin/" \
    -B"$tree/usr/lib/gcc/" -B/usr/lib/gcc/ "${folders[@]/#/-L}" -idirafter "$tree/usr/include/$triplet" \
    -idirafter "$tree/usr/include" -std=c++20 -O1 -static "-DTRIPLET=\"$triplet\"" \
    -o "$tree/bin/g++" "$root/.setup/compiler.cpp"
}

# gather_fonts TREE: one folder for $ZEROLAB_FONTS.
gather_fonts() {
  local file
  mkdir -p "$1/fonts"
  find "$1/usr" -path '*/fonts/*' \( -name '*.ttf' -o -name '*.otf' \) | while read -r file; do
    ln -sf "$(realpath --relative-to "$1/fonts" "$file")" "$1/fonts/"
  done
}

# write_toolchain TREE: what CMake must know; lab passes it as CMAKE_TOOLCHAIN_FILE.
write_toolchain() {
  cat >"$1/zerolab.cmake" <<'SCRIPT'
# Tells CMake about the packages that `lab setup` unpacked beside this file.
set(tree ${CMAKE_CURRENT_LIST_DIR})
file(GLOB folders ${tree}/usr/lib/*-linux-gnu*/pkgconfig ${tree}/usr/share/pkgconfig)
list(JOIN folders ":" folders)
string(FIND "$ENV{PKG_CONFIG_PATH}" "${folders}" at)
if(at EQUAL -1)  # CMake reads this file several times
  set(ENV{PKG_CONFIG_PATH} "${folders}:$ENV{PKG_CONFIG_PATH}")
endif()
list(FIND CMAKE_PREFIX_PATH ${tree}/usr at)
if(at EQUAL -1)
  list(PREPEND CMAKE_PREFIX_PATH ${tree}/usr)
endif()
set(ZEROLAB_FONT_FOLDER ${tree}/fonts)
if(EXISTS ${tree}/bin/g++ AND NOT DEFINED ENV{CXX})
  set(CMAKE_CXX_COMPILER ${tree}/bin/g++)
endif()
# Programs find the libraries without an environment: in the old form of the path (DT_RPATH), which
# holds for the libraries of libraries as well.
file(GLOB CMAKE_BUILD_RPATH ${tree}/usr/lib/*-linux-gnu* ${tree}/lib/*-linux-gnu*)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--disable-new-dtags")
SCRIPT
}

mend() {
  mend_links "$1" && mend_texts "$1" && make_compiler "$1" && gather_fonts "$1" && write_toolchain "$1"
}

# unpack_packages: all that lab needs and the system lacks, into .deps/; leaves the number of packages
# in $unpacked. Starts from nothing each time, so that what the system has by now is left out.
unpack_packages() {
  local asked wanted known chosen
  local log=$deps/setup.log
  [[ $root != *[[:space:]:\;,]* ]] ||
    fail "the path $root has a space or one of : ; , in it, which search paths cannot bear; move" \
      'the folder, then run lab setup again'
  mkdir -p "$deps/download"
  exec 8>"$deps/lock"
  flock -n 8 || { notice 'waiting for another lab setup'; flock 8; }
  : >"$log"

  mapfile -t wanted < <(ignore_unpacked=yes missing_packages "${unpacked_kinds[@]}")
  asked=("${wanted[@]}")
  fetch || {  # the system's lists are missing or too old
    renew_lists
    compgen -G "$deps/apt/lists/*_Packages*" >/dev/null || unpack_fails
    keep_known "${wanted[@]}"
    wanted=("${known[@]}")
    fetch || unpack_fails
  }
  run_quietly 'unpacking packages' unpack
  run_quietly 'preparing packages' mend "$deps/new"
  echo "$(system_name) $(uname -m)" >"$deps/new/system"
  printf '%s\n' "${asked[@]}" >"$deps/new/packages"
  rm -rf "$deps/tree"
  mv "$deps/new" "$deps/tree"
  rm -rf "$deps/download" "$deps/apt"
  exec 8>&-
  # They were built with other libraries, or by another compiler.
  find "$root/build" -maxdepth 2 \( -name CMakeCache.txt -o -name build.ninja \) -delete 2>/dev/null || true
  unpacked=${#chosen[@]}
}

# fetch: the packages $wanted and what they depend on, all $chosen; fails if one is not to be had.
fetch() {
  local planned megabytes unpacked_megabytes left
  planned=$(plan "${wanted[@]}") && [[ $planned ]] || return 1
  mapfile -t chosen <<<"$planned"
  ! too_old "${chosen[@]}" || exit 1
  # Those that are there already are not listed.
  megabytes=$(cd "$deps/download" && apt_here download --print-uris "${chosen[@]}" 2>>"$log" |
    awk '{ sum += $3 } END { printf "%.0f", sum / 1e6 }') || return 1
  # Unpacked they take four times as much, and the packages stay until that is done.
  unpacked_megabytes=$(((megabytes + $(du -sm "$deps/download" | cut -f1)) * 4))
  left=$(($(df -Pk "$deps" | awk 'END { print $4 }') / 1000))
  ((megabytes + unpacked_megabytes < left)) ||
    fail "fetching $megabytes MB and unpacking them into $unpacked_megabytes MB needs more than the" \
      "$left MB that are left for $deps"
  notice "${#chosen[@]} packages, with those that they depend on: $megabytes MB to fetch," \
    "$unpacked_megabytes MB unpacked"
  download "${chosen[@]}" 2>&1 </dev/null | show_progress 'fetching packages'
}

unpack_fails() {
  grep -E '^(E|W|Err)' "$log" | tail -n 8 >&2 || true
  notice "the packages cannot be had here; the whole output is in $log. Nothing that was fetched is" \
    'lost: lab setup goes on from there. Without a network, copy .deps/tree from a machine of the' \
    'same distribution.'
  name_container
  exit 1
}
