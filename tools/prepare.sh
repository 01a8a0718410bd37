#!/bin/sh
# Makes .venv in this checkout on Debian or Raspberry Pi OS, with what is missing and nothing twice.
# Where a root password or the network is needed and not there, it says what to install by hand.
# `prepare.sh rigs` also brings what `make rigs` wants, as far as root can have it.
set -eu
cd "$(dirname "$0")/.."

# The packages among $* that are not installed. One renamed for 64-bit time (Debian 13) still
# provides its old name.
missing() {
    there=$(dpkg-query -W -f '${Status} ${Package} ${Provides}\n' 2>/dev/null |
        sed -n 's/^install ok installed//p')
    for package in "$@"; do
        printf '%s\n' "$there" | grep -qE "[ ,]$package( |,|\$)" || printf ' %s' "$package"
    done
}

bring() { # installs $*; as root, or with $as_root
    echo "prepare: installing $*"
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root=sudo
fi

if [ "${1-}" = rigs ]; then
    # Heavy proofs are made where they can be: not without root, and each says what it skips.
    wants=$(missing gcc libc6-dev linux-libc-dev mmdebstrap xfsprogs e2fsprogs mount strace \
        systemd-container poppler-utils)
    if [ -n "$wants" ] && [ -z "$as_root" ]; then
        # shellcheck disable=SC2086  # a list of words is meant
        bring $wants || echo "prepare: not all of$wants can be had; rigs say what they skip" >&2
    fi
    exit 0
fi

stamp=.venv/.ready
if [ -e "$stamp" ] && [ ! pyproject.toml -nt "$stamp" ] && [ ! tools/prepare.sh -nt "$stamp" ]; then
    exit 0
fi

# libzbar reads the codes; libGL and GLib are what opencv-python links against.
wants=$(missing python3 python3-venv libzbar0 libgl1 libglib2.0-0 ca-certificates)
if [ -n "$wants" ]; then
    if [ -n "$as_root" ] && ! command -v sudo >/dev/null; then
        echo "prepare: as root, run: apt-get install$wants" >&2
        exit 1
    fi
    # shellcheck disable=SC2086  # a list of words is meant
    bring $wants
fi

# On a Pi the camera stack is the system's (libcamera has no wheel); numpy, which it was built
# against, must then stay the system's too (docs/dependencies.md).
site=""
python=python3
if dpkg-query -W python3-picamera2 >/dev/null 2>&1; then
    site=--system-site-packages
    python=/usr/bin/python3
fi
$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "prepare: Python 3.11 or newer is needed, this is $($python --version)" >&2
    exit 1
}
[ -x .venv/bin/pip ] || $python -m venv $site .venv
pins=.venv/pins.txt
: >"$pins"
if [ -n "$site" ]; then
    /usr/bin/python3 -c 'import numpy; print(f"numpy=={numpy.__version__}")' >"$pins"
fi
echo "prepare: installing Python packages into .venv"
.venv/bin/pip install --quiet --use-pep517 --disable-pip-version-check --constraint "$pins" \
    --editable '.[dev]'
touch "$stamp"
