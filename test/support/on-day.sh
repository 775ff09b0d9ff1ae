#!/bin/sh
# Runs the tests as if the machine's clock showed another day, in another time zone: npm run test:on-day -- 2028-02-29T22:30 Asia/Kolkata [file …]
# The processes that the tests start see that day, too. Needs root on Linux, and Debian's package faketime.
set -eu

[ $# -ge 2 ] || { echo 'Usage: npm run test:on-day -- <YYYY-MM-DDTHH:MM> <time zone> [file …]' >&2; exit 2; }
library=$(ls /usr/lib/*/faketime/libfaketimeMT.so.1 2> /dev/null) || { echo 'Install the package faketime first.' >&2; exit 1; }
ahead=$(($(date -d "$1Z" +%s) - $(date +%s)))
[ -e "/usr/share/zoneinfo/$2" ] || { echo "There is no time zone $2." >&2; exit 2; }

layer=$(mktemp -d /dev/shm/petstore-on-day-XXXXXX)
trap 'rm -rf "$layer" /dev/shm/faketime_shm_* /dev/shm/sem.faketime_sem_*' EXIT
mkdir "$layer/upper" "$layer/work"
# In a mount namespace of its own, whatever is started loads the library: the tests start programs without the variables of this environment.
export library ahead layer zone="$2"
shift 2
# shellcheck disable=SC2016 -- expanded by the inner shell
unshare --mount sh -c '
  mount -t overlay overlay -o "lowerdir=/etc,upperdir=$layer/upper,workdir=$layer/work" /etc
  echo "$library" > /etc/ld.so.preload
  printf "%+d\n" "$ahead" > /etc/faketimerc
  ln -sf "/usr/share/zoneinfo/$zone" /etc/localtime
  unset library ahead layer zone
  # Left out: the doctor compares the clock with that of the file system, and timeouts inside of PostgreSQL do not end under the library.
  FAKETIME_DONT_FAKE_MONOTONIC=1 exec vitest run --exclude test/commands/doctor.test.ts --exclude test/database/additions.test.ts "$@"
' sh "$@"
