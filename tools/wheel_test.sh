#!/bin/sh
# Builds the wheel, installs it into an environment of its own and runs the tests against it, in a folder that has no
# sources: what the wheel forgot to pack cannot be found by accident. Arguments are handed to pytest.
set -eu

root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

.venv/bin/python -m hatchling build --target wheel --directory "$work/dist"
tools/venv.sh .venv-wheel requirements/dev.txt package
PIP_DISABLE_PIP_VERSION_CHECK=1 .venv-wheel/bin/python -m pip install --quiet --no-deps --force-reinstall \
    "$work"/dist/*.whl

mkdir "$work/tree"
for name in tests examples corpus bench docs tools pyproject.toml README.md README.zh.md CHANGELOG.md; do
    [ ! -e "$name" ] || cp -R "$name" "$work/tree/"
done
cd "$work/tree"
THREEFOLD_SHARED=${THREEFOLD_SHARED:-$root/../shared} "$root/.venv-wheel/bin/python" -m pytest -p no:cacheprovider "$@"
