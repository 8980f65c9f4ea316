#!/bin/bash
# Makes a bare Debian 12 with git and nothing else, clones the source into it and follows the README there: each line of
# "Try it". Needs root, debootstrap and a mirror; exits with 77 where it lacks one of them.
# bare_machine.sh SOURCE WORK: WORK/bare is made, and removed when all went well.
set -euo pipefail

source=$1 root=$2/bare
mirror=${SATORI_DEBIAN_MIRROR:-http://deb.debian.org/debian}
[[ $(id -u) -eq 0 ]] || { echo "needs root"; exit 77; }
command -v debootstrap >/dev/null || { echo "needs debootstrap"; exit 77; }

leave() {
    umount "$root/proc" 2>/dev/null || true
}
trap leave EXIT
leave
rm -rf --one-file-system "$root"
mkdir -p "$root"
debootstrap --variant=minbase --include=git,ca-certificates bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -n 20 "$root.log"; exit 1; }
# As the host reaches its mirror.
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
mount -t proc proc "$root/proc"
git clone -q --no-hardlinks "$source" "$root/satori"

sed -n '/^## Try it/,/^## /p' "$source/README.md" | sed -n '/^```sh/,/^```/p' | grep -v '^```' | cut -d'#' -f1 >"$root/commands"
[[ $(grep -c . "$root/commands") -eq 2 ]] || { echo "the README's commands are not two"; exit 1; }
while read -r command; do
    echo "== $command"
    start=$SECONDS
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        /bin/bash -c "cd /satori && $command" </dev/null >"$root.log" 2>&1 || { tail -n 100 "$root.log"; exit 1; }
    tail -n 12 "$root.log"
    echo "== done in $((SECONDS - start)) s"
done <"$root/commands"
leave
rm -rf --one-file-system "$root"
