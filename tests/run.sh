#!/bin/sh
# Builds everything and runs every test. Installs the packages first if some are missing.
#   tests/run.sh [ctest arguments ...]       e.g. tests/run.sh -R store
#   ASSAY_PRESET   the CMake preset to build and test (default: release; sanitize is slower and stricter)
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
preset=${ASSAY_PRESET:-release}
CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
export CCACHE_BASEDIR CCACHE_NOHASHDIR

deploy/install-packages.sh build compilers browser packaging
cmake --preset "$preset"
cmake --build --preset "$preset"
# ctest's own last lines, the count of passed and failed tests, end the output.
exec ctest --preset "$preset" --output-on-failure --parallel "$(nproc)" --no-tests=error "$@" </dev/null
