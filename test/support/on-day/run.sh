#!/bin/sh
# Runs the tests as if the machine's clock showed another day, in another time zone: npm run test:on-day -- 2028-02-29T22:30 Asia/Kolkata [file …]
# The processes that the tests start see that day, too. Needs root on Linux with glibc, and a C compiler.
set -eu

[ $# -ge 2 ] || { echo 'Usage: npm run test:on-day -- <YYYY-MM-DDTHH:MM, local time> <time zone> [file …]' >&2; exit 2; }
command -v cc > /dev/null || { echo 'Install a C compiler first.' >&2; exit 1; }
[ -e "/usr/share/zoneinfo/$2" ] || { echo "There is no time zone $2." >&2; exit 2; }
unset TZ
day=$(TZ="$2" date -d "$1" +%s)
ahead=$((day - $(date +%s)))
zone=$2
shift 2

# In a mount namespace of its own, all programs load the library, with whatever environment the tests start them.
# shellcheck disable=SC2016 -- expanded by the inner shell
exec unshare --mount sh -euc '
  # Nothing that runs reads /boot.
  mount -t tmpfs tmpfs /boot
  mkdir /boot/upper /boot/work
  mount -t overlay overlay -o lowerdir=/etc,upperdir=/boot/upper,workdir=/boot/work /etc
  ln -sf "/usr/share/zoneinfo/$3" /etc/localtime
  cc -shared -fPIC -O2 -DAHEAD="$2L" -o /etc/on-day.so "$1/clock.c"
  echo /etc/on-day.so > /etc/ld.so.preload
  shift 3
  exec vitest run "$@"
' sh "$(dirname "$0")" "$ahead" "$zone" "$@"
