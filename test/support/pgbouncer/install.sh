#!/bin/sh
# Prints the path of a PgBouncer that keeps named statements in transaction mode: 1.21 or newer. Debian 12 has an older one; there, root builds
# the version of Debian 13 from its source, once.
set -eu

installed=$(command -v pgbouncer || true)
if [ -n "$installed" ] && printf '1.21\n%s\n' "$("$installed" --version | sed -n 's/^PgBouncer //p')" | sort --version-sort --check=quiet; then
  echo "$installed"
  exit 0
fi

folder=$(dirname "$(readlink -f "$0")")/../../../node_modules/.cache/pgbouncer
if [ ! -x "$folder/pgbouncer" ]; then
  echo 'Building PgBouncer for the tests …' >&2
  export DEBIAN_FRONTEND=noninteractive
  build=$(mktemp -d)
  trap 'rm -rf "$build"' EXIT
  chmod 755 "$build"
  cd "$build"
  mkdir lists cache source
  echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' > sources.list
  apt-get -qq update > /dev/null
  apt-get -qq install -y --no-install-recommends gcc libc6-dev make pkg-config libevent-dev > /dev/null
  newer="-o Dir::Etc::sourcelist=$build/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$build/lists -o Dir::Cache=$build/cache -o APT::Sandbox::User=root"
  # shellcheck disable=SC2086 -- several options
  apt-get -qq $newer update > /dev/null
  # shellcheck disable=SC2086 -- several options
  apt-get -qq $newer source --download-only pgbouncer > /dev/null
  tar -xf pgbouncer_*.orig.tar.gz --strip-components=1 -C source
  cd source
  ./configure --without-openssl --without-cares > /dev/null
  make -j2 pgbouncer > /dev/null 2>&1
  mkdir -p "$folder"
  cp pgbouncer "$folder/"
fi
echo "$folder/pgbouncer"
