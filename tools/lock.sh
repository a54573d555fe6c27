#!/bin/sh
# Writes requirements/*.txt from pyproject.toml. Run it as `make lock`; what is pinned stays pinned unless
# pyproject.toml forces a change. `make lock UPGRADE=--upgrade` takes the newest of everything.
#
# The locks hold versions and hashes and no address, so they install from whatever index a machine is set up to use.
set -eu

uv=.venv-lock/bin/uv
export UV_CUSTOM_COMPILE_COMMAND="make lock"

compile() {
    # uv reads an existing output file as preferences, which is what keeps old pins.
    "$uv" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --no-emit-find-links --no-annotate ${UPGRADE:-} "$@" >/dev/null
}

compile pyproject.toml --group build --output-file requirements/run.txt
compile pyproject.toml --group dev --constraints requirements/run.txt --output-file requirements/dev.txt
compile pyproject.toml --extra dsh --constraints requirements/dev.txt --output-file requirements/dsh.txt
compile --group lock --output-file requirements/lock.txt
