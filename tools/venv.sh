#!/bin/sh
# Makes a virtual environment and fills it from a hash-pinned lock.
#
#   tools/venv.sh DIRECTORY LOCK [package | checkout]
#
# `checkout` (the default) also installs this checkout in place; `package` leaves that to the caller.
# PYTHON names the interpreter; without it the first of python3, python3.14 ... python3.11 that will do is taken.
# Needs a POSIX shell and Python 3.11 or later with venv and ensurepip, nothing else.
set -eu

directory=$1
lock=$2
install=${3:-checkout}

fail() {
    printf 'threefold: %s\n' "$@" >&2
    exit 1
}

# Prints nothing and succeeds where the interpreter named by $1 runs and is 3.11 or later.
new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

choose_python() {
    if [ -n "${PYTHON:-}" ]; then
        new_enough "$PYTHON" && { echo "$PYTHON"; return; }
        fail "PYTHON=$PYTHON is not a Python 3.11 or later ($("$PYTHON" --version 2>&1 || true))."
    fi
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        new_enough "$candidate" && { echo "$candidate"; return; }
    done
    fail "no Python 3.11 or later was found (python3 is: $(python3 --version 2>&1 || true))." \
        "Install one, for example 'apt install python3 python3-venv' on Debian 12 or Ubuntu 24.04 and later," \
        "'dnf install python3.12' on Fedora, 'brew install python' on macOS." \
        "If it is installed under another name: make PYTHON=/path/to/python3.12 ..."
}

# An environment of an earlier run is used again if its interpreter still starts, is new enough and has pip.
if ! { new_enough "$directory/bin/python" && "$directory/bin/python" -m pip --version >/dev/null 2>&1; }; then
    python=$(choose_python)
    if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        minor=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        fail "$python ($minor) lacks the modules venv and ensurepip, which make the virtual environment." \
            "Install them, for example 'apt install python3-venv' (or python$minor-venv) on Debian and Ubuntu," \
            "or name another interpreter: make PYTHON=/path/to/python3.12 ..."
    fi
    echo "threefold: making $directory with $("$python" --version 2>&1)"
    "$python" -m venv --clear "$directory"
fi

echo "threefold: installing $lock into $directory (takes a minute or two)"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_REQUIRE_VIRTUALENV=1
"$directory/bin/python" -m pip install --quiet --require-hashes -r "$lock"
if [ "$install" = checkout ]; then
    # The build backend came with the lock, so nothing is fetched here.
    "$directory/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable .
fi
