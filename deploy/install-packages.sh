#!/bin/sh
# Installs what Assay needs from the Debian 12 package sources. The one place with the list of packages.
#   deploy/install-packages.sh [GROUP ...]     groups: build compilers browser packaging; without any: build compilers
# Packages that are there already are not asked for again, so that a second run needs neither network nor root.
set -eu

packages_of() {
  case "$1" in
    # What building and testing needs.
    build)
      echo git ca-certificates cmake ninja-build ccache pkg-config clang-format clang-22 lld-22 llvm-22-dev llvm-22-tools \
        libclang-rt-22-dev libz3-dev z3 libcadical-dev libgoogle-perftools-dev libgrpc++-dev protobuf-compiler protobuf-compiler-grpc libprotobuf-dev \
        libsqlite3-dev sqlite3 libssl-dev libspdlog-dev libgtest-dev libgmock-dev libbenchmark-dev libcli11-dev \
        nlohmann-json3-dev libcpp-httplib-dev libkainjow-mustache-dev libunicorn-dev qemu-user libyaml-cpp-dev zlib1g-dev libzstd-dev csmith libcsmith-dev openssl python3-grpcio python3-protobuf
      ;;
    # The released optimizers to hunt in; 22 brings llvm-reduce.
    compilers)
      echo llvm-14 llvm-15 llvm-16 llvm-19 llvm-22
      ;;
    # What the tests open the pages in.
    browser)
      echo chromium
      ;;
    # What makes the Debian package, and what its manual pages, completions and units are tried with.
    packaging)
      echo dpkg-dev file man-db zsh fish systemd
      ;;
    *)
      echo "install-packages.sh: '$1' is no group: build, compilers, browser and packaging are" >&2
      return 2
      ;;
  esac
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo -- "$@"
  else
    echo "install-packages.sh: packages are missing and this is neither root nor is there sudo" >&2
    return 1
  fi
}

[ "$#" -gt 0 ] || set -- build compilers
missing=""
for group in "$@"; do
  list=$(packages_of "$group")
  for package in $list; do
    is_installed "$package" || missing="$missing $package"
  done
done
[ -n "$missing" ] || exit 0
echo "install-packages.sh: installing$missing" >&2
as_root apt-get update -q </dev/null
unknown=""
for package in $missing; do
  LC_ALL=C apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [^(]' || unknown="$unknown $package"
done
if [ -n "$unknown" ]; then
  echo "install-packages.sh: apt has no source of$unknown" >&2
  echo "LLVM 22 is among Debian 12's security updates: deb http://deb.debian.org/debian-security bookworm-security main" >&2
  exit 1
fi
# The list is words by design.
# shellcheck disable=SC2086
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing </dev/null
