#!/bin/sh
# Installs the programs that the tests need and this machine lacks: PostgreSQL, Redis, nginx, Caddy, systemd's analyzer, Chromium, vsftpd, Poppler, w3m and PHP from Debian. Starts none of them.
set -eu

missing=''
ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || missing="$missing postgresql"
command -v redis-server > /dev/null || missing="$missing redis-server"
PATH="$PATH:/usr/sbin" command -v nginx > /dev/null || missing="$missing nginx"
command -v caddy > /dev/null || missing="$missing caddy"
command -v systemd-analyze > /dev/null || missing="$missing systemd"
command -v chromium-headless-shell > /dev/null || missing="$missing chromium-headless-shell"
PATH="$PATH:/usr/sbin" command -v vsftpd > /dev/null || missing="$missing vsftpd"
command -v pdftotext > /dev/null || missing="$missing poppler-utils"
command -v w3m > /dev/null || missing="$missing w3m"
command -v php > /dev/null || missing="$missing php-cli"
[ -z "$missing" ] && exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "The tests need$missing. Install the missing packages, or run the tests as root on Debian, which installs them." >&2
  exit 1
fi

# Debian's packages ask this program whether they may start their services.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  printf '#!/bin/sh\nexit 101\n' > $policy
  chmod +x $policy
  trap 'rm -f $policy' EXIT
fi
echo "Installing for the tests:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update > /dev/null
# shellcheck disable=SC2086 -- several packages
apt-get -qq install -y --no-install-recommends $missing > /dev/null
