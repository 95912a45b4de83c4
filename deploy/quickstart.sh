#!/bin/sh
# From a fresh Debian 12 to the first miscompilations: installs the packages, builds, and hunts for two minutes in an
# installed release of LLVM. May be changed by the environment:
#   ASSAY_COMPILER  opt binary to hunt in      (default: the oldest release installed here)
#   ASSAY_PASSES    -passes string             (default: instcombine)
#   ASSAY_TIME      how long                   (default: 2m)
#   ASSAY_DB        file for what is found     (default: assay.db in the current folder)
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
database=${ASSAY_DB:-$PWD/assay.db}

"$root/deploy/install-packages.sh"
(
  cd "$root"
  CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
  export CCACHE_BASEDIR CCACHE_NOHASHDIR
  cmake --preset release
  cmake --build --preset release --target assay AssayTV assay_pages # what a package is made of, too
)

compiler=${ASSAY_COMPILER:-}
for release in 14 15 16 19; do
  [ -z "$compiler" ] || break
  [ ! -x "/usr/lib/llvm-$release/bin/opt" ] || compiler=/usr/lib/llvm-$release/bin/opt
done
compiler=${compiler:-linked}
assay=$root/build/assay
echo "Hunting for ${ASSAY_TIME:-2m} in $compiler; Ctrl-C ends it early." >&2
"$assay" hunt --seeds="$root/corpus/seeds" --time="${ASSAY_TIME:-2m}" --compiler="$compiler" --passes="${ASSAY_PASSES:-instcombine}" \
  --db="$database"

cat <<END

What was found is in $database. How to go on:
  $assay bugs --db=$database                 lists the bugs
  $assay show ID --db=$database              shows one: the reduced case, the counterexample, both traces
  $assay replay ID --db=$database            does it still happen with the same compiler?
  $assay replay ID --db=$database --compiler=linked      ... and in LLVM 22?
ID is the first column of the list; its first digits are enough.

  opt-22 -load-pass-plugin=$root/build/libAssayTV.so -passes='default<O2>' in.ll -S -o out.ll      checks passes while opt runs
END
