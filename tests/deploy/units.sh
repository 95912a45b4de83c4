#!/bin/sh
# Boots a Debian 12 with systemd as process 1 of its own namespaces, and starts the units of the package there as
# docs/operations.md says: coordinator and worker, a hunt, a branch below a home that others may not read, a night, a
# coordinator that is killed. Needs root, debootstrap and a mirror; so it is run by hand before a release.
#   tests/deploy/units.sh PACKAGE.deb
#   ASSAY_BASE  folder with a Debian 12 (systemd, systemd-sysv, dbus) to copy, in place of debootstrap
#   ASSAY_TIME  of the hunt (1m)
set -eu

root=$(mktemp -d /tmp/assay-units-XXXXXX)
name=$(basename "$root")
first=
step() { printf '%s %s\n' "$(date +%T)" "$*"; }
groups() { awk '$3 ~ /^cgroup/ {print $2}' /proc/mounts; }
finish() {
  [ -z "$first" ] || kill -KILL "$first" 2>/dev/null || true
  tries=50  # all that ran below it ends with it, in a moment
  while [ -n "$first" ] && [ -e "/proc/$first" ] && [ $tries -gt 0 ]; do tries=$((tries - 1)); sleep 0.1; done
  umount "$root/proc" "$root/dev" 2>/dev/null || true
  for group in $(groups); do find "$group/$name" -depth -type d -exec rmdir {} + 2>/dev/null || true; done
  rm -rf --one-file-system "$root"
}
trap finish EXIT
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive sh -ec "$1"; }

step "a Debian 12 with systemd"
if [ -n "${ASSAY_BASE:-}" ]; then
  cp -a "$ASSAY_BASE/." "$root"
else
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus bookworm "$root" >/dev/null
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$1" "$root/root/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
step "install"
inside 'cd /root && apt-get -qq update && apt-get -qq install -y ./assay_*.deb llvm-19 >/var/log/install.log 2>&1 || { tail -20 /var/log/install.log; exit 1; }'
umount "$root/proc" "$root/dev"

# What runs in the namespaces of its own, until it becomes systemd.
boot='
mount --make-rprivate /
ip link set lo up
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
[ "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs ] || mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
awk "\$3 ~ /^cgroup/ {print \$2, \$3, \$4}" /proc/mounts | while read -r place type options; do
  mkdir -p ".$place"
  [ "$type" = cgroup2 ] || options=$(echo "$options" | sed "s/^rw,//; s/relatime,*//; s/xattr,//; s/^name=/none,name=/")
  if [ "$type" = cgroup2 ]; then mount -t cgroup2 cgroup2 ".$place"; else mount -t cgroup -o "$options" cgroup ".$place"; fi
done
for place in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs $place; done
chmod 1777 tmp
for device in null zero full random urandom tty; do : >dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm old
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
: >dev/console
pivot_root . old
cd /
umount -l old
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --log-target=console systemd.unified_cgroup_hierarchy=0
'
step "boot"
(
  for group in $(groups); do
    mkdir "$group/$name"
    for file in cpuset.cpus cpuset.mems; do [ ! -e "$group/$file" ] || cat "$group/$file" >"$group/$name/$file" 2>/dev/null || true; done
    sh -c 'echo $PPID' >"$group/$name/cgroup.procs" || echo "$group: not entered"
  done
  exec setsid unshare --pid --mount --ipc --uts --cgroup --net --fork sh -c "$boot" boot "$root"
) >"$root/boot.log" 2>&1 &
waits() { tries=$1; shift; until "$@"; do tries=$((tries - 1)); [ $tries -gt 0 ] || { step "never: $*"; cat "$root/boot.log"; exit 1; }; sleep 0.5; done; }
is_booted() { first=$(pgrep -f '^/lib/systemd/systemd --system --log-target=console' | while read -r id; do [ "$(readlink "/proc/$id/root")" = "$root" ] || grep -q "$name" "/proc/$id/cgroup" && echo "$id" && break; done); [ -n "$first" ]; }
waits 60 is_booted
there() { nsenter -t "$first" -p -m -i -u -n -C -r -w env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -ec "$1"; }
waits 60 there 'systemctl is-system-running 2>/dev/null | grep -qE "running|degraded"'

step "coordinator and worker"
there 'systemctl enable --now assay-coordinator assay-worker 2>/dev/null'
waits 20 there 'assay health --coordinator=127.0.0.1:7070 >/dev/null 2>&1'
step "a hunt"
there "assay hunt --coordinator=127.0.0.1:7070 --compiler=/usr/lib/llvm-19/bin/opt --passes=mix --seeds=/usr/share/assay/seeds --time=${ASSAY_TIME:-1m} 2>/dev/null | grep -E '^(mutants +[1-9]|checked +[1-9]|bugs)'"
there 'assay bugs --coordinator=127.0.0.1:7070 >/dev/null'

step "a branch below /home"
there '
mkdir -p /home/me/build/bin /home/me/build/lib /etc/assay
cp -L /usr/lib/llvm-19/bin/opt /home/me/build/bin/ && chmod 700 /home/me
for unit in assay-worker assay-nightly; do
  mkdir -p /etc/systemd/system/$unit.service.d
  printf "[Service]\nBindReadOnlyPaths=/home/me/build:/srv/assay/branches/mine\n" >/etc/systemd/system/$unit.service.d/override.conf
done
printf "ASSAY_WORK=--seeds=/usr/share/assay/seeds --compiler=/srv/assay/branches/mine/bin/opt\n" >/etc/assay/worker.conf
systemctl daemon-reload
systemctl restart assay-worker'
waits 20 there 'journalctl -u assay-worker --no-pager >/dev/null && systemctl is-active -q assay-worker'
there 'assay hunt --coordinator=127.0.0.1:7070 --compiler=/home/me/build/bin/opt --passes=instcombine --mutants=50 2>/dev/null | grep -E "^mutants +[1-9]"'

step "a night"
there '
sed "s#time: 6h#mutants: 60#; s#jobs: 2#jobs: 1#; s#costs: {}#costs: {most: 4, runs: 1}#; s#release-22#mine#; s#/usr/lib/llvm-22/bin/opt#/srv/assay/branches/mine/bin/opt#" \
  /usr/share/doc/assay/deploy/nightly.yaml >/etc/assay/nightly.yaml
systemctl start assay-nightly
test "$(systemctl show -p Result --value assay-nightly)" = success
journalctl -u assay-nightly --no-pager -o cat | grep -E "^(Night|  mine)"
systemctl enable --now assay-nightly.timer 2>/dev/null
systemctl list-timers --no-pager assay-nightly.timer | sed -n 2p'

step "a coordinator that is killed comes back, and its worker stays"
there 'kill -KILL $(systemctl show -p MainPID --value assay-coordinator)'
waits 20 there 'test "$(systemctl show -p NRestarts --value assay-coordinator)" = 1 && assay health --coordinator=127.0.0.1:7070 >/dev/null 2>&1'
there 'test "$(systemctl show -p NRestarts --value assay-worker)" = 0; systemctl stop assay-worker assay-coordinator; for unit in assay-worker assay-coordinator; do test "$(systemctl show -p Result --value $unit)" = success; done'
step "done"
