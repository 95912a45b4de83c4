#!/bin/sh
# Installs the Debian package in a Debian 12 that has nothing of Assay, tries it, upgrades it, and purges it. Needs
# root, debootstrap and a mirror, and takes some minutes; so it is run by hand before a release.
#   tests/deploy/clean_root.sh NEW.deb [OLD.deb]
#   ASSAY_BASE  folder with a Debian 12 to copy, in place of debootstrap
set -eu

new=$1
old=${2:-$1}
root=$(mktemp -d /tmp/assay-clean-root-XXXXXX)
step() { printf '%s %s\n' "$(date +%T)" "$*"; }
finish() {
  umount "$root/proc" "$root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap finish EXIT
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive sh -ec "$1"; }
as_assay() { inside "su assay -s /bin/sh -c 'cd /var/lib/assay && $1'"; }

step "a clean Debian 12"
if [ -n "${ASSAY_BASE:-}" ]; then cp -a "$ASSAY_BASE/." "$root"; else debootstrap --variant=minbase bookworm "$root" >/dev/null; fi
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$new" "$root/new.deb"
cp "$old" "$root/old.deb"

step "install the old package"
inside 'apt-get -qq update && apt-get -qq -y --no-install-recommends install /old.deb >/var/log/install.log 2>&1 || { tail -20 /var/log/install.log; exit 1; }'
inside 'dpkg -s assay | grep ^Version; assay --version; id assay; stat -c "%U %a" /var/lib/assay'

step "what the pages and the shells know"
inside 'test -s /usr/share/man/man1/assay-hunt.1.gz; test -s /usr/share/bash-completion/completions/assay; test -s /usr/lib/systemd/system/assay-worker.service'

step "a check, right and wrong"
cat >"$root/tmp/pair.ll" <<'LL'
define i8 @src(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = shl nsw i8 %x, 1
  ret i8 %r
}
LL
inside 'code=0; assay check --quiet /tmp/pair.ll || code=$?; test $code = 1'

step "a hunt of 600 mutants by the user assay"
as_assay "assay hunt --mutants=600 --seed=1 --jobs=1 --passes=instcombine --passes=gvn --seeds=/usr/share/assay/seeds --db=assay.db 2>/dev/null | tail -3"
before=$(as_assay "assay bugs --db=assay.db --json")
as_assay "assay db check --db=assay.db"
step "the database as an older Assay left it"
as_assay "assay db migrate --to=8 --db=assay.db"
step "upgrade"
inside 'apt-get -qq -y --no-install-recommends --allow-downgrades install /new.deb >/var/log/upgrade.log 2>&1 || { tail -20 /var/log/upgrade.log; exit 1; }'
inside 'dpkg -s assay | grep ^Version; assay --version'
after=$(as_assay "assay bugs --db=assay.db --json")
as_assay "assay db check --db=assay.db"
count() { printf '%s' "$1" | grep -c '"best"' || true; }
step "bugs before and after: $(count "$before"), $(count "$after")"
[ "$(count "$before")" = "$(count "$after")" ]

step "a coordinator and a worker of the new package over that database"
as_assay "assay serve --db=assay.db --listen=127.0.0.1:7070 2>serve.log & serve=\$!; until assay health --coordinator=127.0.0.1:7070 >/dev/null 2>&1; do :; done; assay hunt --coordinator=127.0.0.1:7070 --jobs=1 --mutants=200 --seed=2 2>/dev/null | tail -1; kill \$serve; wait \$serve"

step "remove keeps what was found, purge does not"
inside 'apt-get -qq -y remove assay >/dev/null 2>&1; test -s /var/lib/assay/assay.db; apt-get -qq -y purge assay >/dev/null 2>&1; test ! -e /var/lib/assay; ! getent passwd assay'
step "done"
