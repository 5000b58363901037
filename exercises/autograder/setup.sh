#!/usr/bin/env bash
# Run once by Gradescope, as root, when the autograder is uploaded: installs what the grader needs
# and builds it. Nothing is fetched later, when submissions are graded.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

export DEBIAN_FRONTEND=noninteractive
apt-get -q update
apt-get -q install -y --no-install-recommends \
  g++ cmake ninja-build pkg-config \
  libfmt-dev libcli11-dev nlohmann-json3-dev libsimdjson-dev zlib1g-dev libeigen3-dev \
  libseccomp-dev

# The machine that grades need not be the one that builds, so no code for this very processor. One
# compiler at a time: a container may have little memory.
cmake -S course -B course/build/release -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DZEROLAB_NATIVE=OFF -DZEROLAB_TESTS=OFF -DZEROLAB_WERROR=OFF \
  -DZEROLAB_VIZ=OFF -DZEROLAB_MPI=OFF -DZEROLAB_CUDA=OFF
cmake --build course/build/release --target zerolab_rank_programs zerolab_exercises --parallel 1
