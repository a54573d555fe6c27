#!/bin/sh
# Installs the clients that tests/clients pins and runs those tests with them, in a network namespace that holds nothing
# but loopback. Where that cannot be done it says why and succeeds. Arguments are handed to pytest.
set -eu

skip() {
    echo "test-clients: skipped, $1"
    exit 0
}

[ "$(uname -sm)" = "Linux x86_64" ] || skip "the pinned clients are programs for Linux on x86_64"
command -v npm >/dev/null || skip "npm is not installed"
command -v git >/dev/null || skip "git is not installed"
command -v unshare >/dev/null || skip "unshare is not installed"
alone="unshare -n -p -f --mount-proc --kill-child"
$alone true 2>/dev/null || alone="$alone -r"
$alone true 2>/dev/null || skip "this user may not make a network namespace"

place=$PWD/.venv-clients
if ! cmp -s tests/clients/package-lock.json "$place/installed.json"; then
    mkdir -p "$place"
    cp tests/clients/package.json tests/clients/package-lock.json "$place/"
    (cd "$place" && timeout 240 npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) ||
        skip "the clients could not be installed: $(tail -n 1 "$place/npm.log")"
    cp tests/clients/package-lock.json "$place/installed.json"
fi

# shellcheck disable=SC2086,SC2016 - the words of $alone are words, and $0 is the inner shell's
THREEFOLD_CLIENTS=$place timeout 1200 $alone sh -c '
    "$0" -c "import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack(\"16sh\", b\"lo\", 1))"
    exec "$0" -m pytest tests/clients -p no:cacheprovider "$@"
' "${RUN_PYTHON:-.venv/bin/python}" "$@"
