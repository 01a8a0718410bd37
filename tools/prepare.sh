#!/bin/sh
# Makes .venv in this checkout on Debian or Raspberry Pi OS, with what is missing and nothing twice.
# Where a root password or the network is needed and not there, it says what to install by hand.
set -eu
cd "$(dirname "$0")/.."

stamp=.venv/.ready
if [ -e "$stamp" ] && [ ! pyproject.toml -nt "$stamp" ] && [ ! tools/prepare.sh -nt "$stamp" ]; then
    exit 0
fi

# libzbar reads the codes; libGL and GLib are what opencv-python links against.
packages="python3 python3-venv libzbar0 libgl1 libglib2.0-0 ca-certificates"
missing=""
for package in $packages; do
    # A package renamed for 64-bit time (Debian 13) still provides the old name.
    dpkg-query -W -f '${Status} ${Package} ${Provides}\n' 2>/dev/null |
        grep '^install ok installed' | grep -qE "[ ,]$package( |,|\$)" || missing="$missing $package"
done
if [ -n "$missing" ]; then
    echo "prepare: installing$missing"
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "prepare: as root, run: apt-get install$missing" >&2; exit 1; }
        as_root=sudo
    fi
    $as_root apt-get update -qq
    # shellcheck disable=SC2086  # a list of words is meant
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

# On a Pi the camera stack is the system's (libcamera has no wheel); numpy, which it was built
# against, must then stay the system's too (docs/dependencies.md).
site=""
pins=.venv/pins.txt
if dpkg-query -W python3-picamera2 >/dev/null 2>&1; then
    site=--system-site-packages
fi
python=python3
[ -n "$site" ] && python=/usr/bin/python3
$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "prepare: Python 3.11 or newer is needed, this is $($python --version)" >&2; exit 1; }
[ -x .venv/bin/pip ] || $python -m venv $site .venv
: >"$pins"
if [ -n "$site" ]; then
    /usr/bin/python3 -c 'import numpy; print(f"numpy=={numpy.__version__}")' >"$pins"
fi
echo "prepare: installing Python packages into .venv"
.venv/bin/pip install --quiet --use-pep517 --disable-pip-version-check --constraint "$pins" --editable '.[dev]'
touch "$stamp"
