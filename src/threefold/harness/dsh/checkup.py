"""Is the plugin in a profile, whole, and does it work? First what files say, then a harness of our own that compacts.

The live part boots the real runtime (extra ``dsh``) in a home of its own that is thrown away, with a copy of what is
installed, against a model on loopback with three fixed answers. Nothing of the user's home is written or sent.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from threefold.harness.dsh import install
from threefold.harness.dsh.fixed_model import FixedModel

ROWS = ("context-verdict", "jev-compaction", "compaction-audit")
_BUNDLES = ("dsh", "profile", "bundles")
_STARTED_S = 20.0
_WAIT_S = 60.0
_FILLING = "The doctor fills a little of the context with this sentence. " * 60
_SUMMARY = "## Primary Request and Intent\n- The doctor asked for /tmp/threefold-doctor/never-there.txt.\n"


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at. ``ok`` None: it could not be, and ``detail`` says why."""

    name: str
    ok: bool | None
    detail: str = ""


def static(choice: install.Choice) -> Iterator[Check]:
    """What the files say; the bridge is started and asked once, the harness is not."""
    folder = choice.home / "profiles" / choice.profile
    if not (folder / "package.json").exists():
        yield Check(f"profile {choice.profile} names the bundle", False, _no_profile(choice))
        return
    yield _named(choice, folder)
    found = folder / "node_modules" / install.NAME
    gone = _gone(folder, found)
    yield Check("the harness finds the bundle", not gone, f"{gone}; {_again(choice)}" if gone else "")
    if not gone:
        yield _whole(choice, found)
        yield _bridge(choice, found)
        yield _composed(choice)


def live(choice: install.Choice) -> Iterator[Check]:
    """What a harness does with a copy of what is installed."""
    try:
        from deepseek_harness import DeepSeekHarness  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        yield Check(
            "a live compaction",
            None,
            "needs the runtime: pip install --pre 'threefold[dsh]' ('.[dsh]' in a checkout), or use --static",
        )
        return
    installed = choice.home / "profiles" / choice.profile / "node_modules" / install.NAME
    with tempfile.TemporaryDirectory(prefix="threefold-doctor-") as place, FixedModel(_SUMMARY) as model:
        home, work = Path(place) / "home", Path(place) / "work"
        work.mkdir()
        probed = install.Choice(home=home, profile="sdk")
        install.carry_out(install.plan(probed))
        shutil.copytree(installed, home / "profiles" / "sdk" / install.NAME, dirs_exist_ok=True)
        engine = "compactionEngine" in (installed / "chosen.patch.yml").read_text()
        (home / "profiles" / "sdk" / install.NAME / "probe.mjs").write_bytes(
            (install.BUNDLE / "probe.mjs").read_bytes()
        )
        found, patch = Path(place) / "probe.json", Path(place) / "probe.yml"
        patch.write_text(_probe_row(found))
        with DeepSeekHarness(
            dsh_home=str(home), cwd=str(work), profile="sdk", patches=(str(patch),), base_url=model.url,
            api_key="sk-doctor", max_tokens=1000, env={"DSH_TELEMETRY_DISABLED": "1"}, request_timeout_seconds=_WAIT_S,
        ) as harness:  # fmt: skip
            session = harness.start_session("threefold-doctor")
            for _ in range(2):
                session.run(_FILLING)
            yield from _judged(_waited(found), home, engine)


def _no_profile(choice: install.Choice) -> str:
    there = install.profiles(choice.home)
    home = "" if choice.home.is_dir() else f", and no {choice.home} at all"
    others = f"; there is {', '.join(there)}" if there else ""
    if choice.profile in install.TEMPLATES:
        makes = f"`{_command(choice)}` makes it"
    else:
        makes = "the harness ships none of that name, so boot it once"
    named = f"there is no profile {choice.profile} in {choice.home}{home}{others}"
    return f"{named}; {makes}, and --profile or --home names another"


def _gone(folder: Path, found: Path) -> str:
    """What of the way from a profile's ``node_modules`` to the bundle's manifest is missing first; empty where nothing
    is."""
    if not os.path.lexists(found):
        return f"{found} is not there"
    if not found.exists():
        return f"{found} leads to {os.path.realpath(found)}, which is not there"
    manifest = found / "package.json"
    return "" if manifest.is_file() else f"{manifest} is not there"


def _named(choice: install.Choice, folder: Path) -> Check:
    what = f"profile {folder.name} names the bundle"
    place = folder / "package.json"
    try:
        manifest = json.loads(place.read_bytes())
    except (OSError, ValueError) as error:
        return Check(what, False, f"{place} is no profile's manifest: {type(error).__name__}: {error}")
    held = manifest
    for depth, key in enumerate(_BUNDLES):
        held = held.get(key) if isinstance(held, dict) else None
        if held is None:
            missing = ".".join(_BUNDLES[: depth + 1])
            return Check(what, False, f"{place} is no profile's manifest: there is no {missing} in it")
    lists = {".".join(_BUNDLES): held, "dependencies": manifest.get("dependencies")}
    absent = [name for name, there in lists.items() if not isinstance(there, list | dict) or install.NAME not in there]
    said = f"{' and '.join(absent)} of {place} do not name {install.NAME}; `{_command(choice)}` puts it there"
    return Check(what, not absent, said if absent else "")


def _command(choice: install.Choice) -> str:
    home = [] if choice.home == install.dsh_home(None, os.environ) else ["--home", str(choice.home)]
    return shlex.join(["threefold", "install", "dsh", "--profile", choice.profile, *home])


def _again(choice: install.Choice) -> str:
    return f"run `{_command(choice)}` again"


def _whole(choice: install.Choice, installed: Path) -> Check:
    """Whether every file stands in the copy and is as it ships; what was chosen has only to be there."""
    what = "the installed bundle is this version's"
    names = sorted(path.name for path in install.BUNDLE.iterdir() if path.is_file())
    missing = [name for name in names if not (installed / name).is_file()]
    chosen = [*missing, "chosen.patch.yml"]
    differ = [name for name in names if name not in chosen and not _same(name, installed)]
    said = [f"{word}: {', '.join(found)}" for word, found in (("missing", missing), ("different", differ)) if found]
    return Check(what, not said, "; ".join([*said, _again(choice)]) if said else "")


def _same(name: str, installed: Path) -> bool:
    return (install.BUNDLE / name).read_bytes() == (installed / name).read_bytes()


def _bridge(choice: install.Choice, installed: Path) -> Check:
    what = "the bridge starts and answers"
    written = installed / "bridge.json"
    command: object = ["threefold", "bridge"]
    try:
        if written.exists():
            held = json.loads(written.read_bytes())
            command = held.get("command") if isinstance(held, dict) else None
        if not isinstance(command, list) or not all(isinstance(word, str) for word in command) or not command:
            return Check(what, False, f"{written} names no command; {_again(choice)}")
        if shutil.which(command[0]) is None:
            return Check(what, False, f"{written} starts {command[0]}, which is not there; {_again(choice)}")
        begun = time.monotonic()
        done = subprocess.run(
            command, input=b'{"id":1,"verb":"ping"}\n', capture_output=True, timeout=_STARTED_S, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return Check(what, False, f"{type(error).__name__}: {error}; {_again(choice)}")
    took = f"{(time.monotonic() - begun) * 1000:.0f} ms"
    ok = done.stdout == b'{"id":1,"result":"pong"}\n'
    return Check(what, ok, took if ok else f"it said {done.stdout[:200]!r}, {done.stderr[-300:]!r}")


def _composed(choice: install.Choice) -> Check:
    """Whether the harness's own composition of the profile holds our rows."""
    what = "the harness composes our rows"
    program = shutil.which("dsh", path=str(Path(sys.executable).parent)) or shutil.which("dsh")
    folder = choice.home / "profiles" / choice.profile
    if program is None:
        return Check(what, None, "there is no dsh program on the path to ask")
    with tempfile.TemporaryDirectory(prefix="threefold-doctor-") as place:
        home = choice.home
        if not (folder / "cordis.yml").exists():  # never booted: the harness would complete the folder when asked
            home = Path(place)
            shutil.copytree(folder, home / "profiles" / choice.profile, symlinks=True)
        try:
            done = subprocess.run(
                [program, "--profile", choice.profile, "--dump-config"],
                env=dict(os.environ) | {"DSH_HOME": str(home)},
                capture_output=True, text=True, timeout=_STARTED_S, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return Check(what, False, f"{program} --dump-config: {error}")
    complaints = [line for line in done.stderr.splitlines() if "threefold" in line or "patch" in line]
    missing = [row for row in ROWS if f"- id: {row}\n" not in done.stdout]
    said = "; ".join([*(f"no row {row}" for row in missing), *complaints]) or done.stderr[-300:] * bool(done.returncode)
    return Check(what, not missing and not complaints and done.returncode == 0, said)


def _probe_row(found: Path) -> str:
    off = ("otel", "session-telemetry-otel", "plugin-package-inventory-deepseek", "session-log-deepseek")
    rows = "".join(f"- id: {row}\n  disabled: true\n" for row in off)
    inserted = f"{{ id: threefold-probe, name: {install.NAME}/probe, config: {{ file: {json.dumps(str(found))} }} }}"
    return f"{rows}- insert:\n    - {inserted}\n"


def _waited(path: Path) -> Mapping[str, object]:
    deadline = time.monotonic() + _WAIT_S
    while time.monotonic() < deadline:
        if path.exists():
            try:
                found = json.loads(path.read_bytes())
            except ValueError:
                continue  # half written
            return found if isinstance(found, dict) else {}
        time.sleep(0.05)
    return {}


def _judged(seen: Mapping[str, object], home: Path, engine: bool) -> Iterator[Check]:
    if not seen:
        yield Check("a live compaction", False, f"nothing was heard of the probe in {_WAIT_S:.0f} s")
        return
    found = seen.get("rows")
    rows = found if isinstance(found, list) else []
    idle = [row for row in ROWS if row not in rows]
    yield Check("every row is active", not idle, f"not active: {', '.join(idle)}" if idle else "")
    if engine:
        yield Check(
            "the engine is in place", "engine" in rows, "" if "engine" in rows else "the harness's own compacts"
        )
    error = str(seen.get("error") or "")
    yield Check("compaction/summary is delivered", seen.get("delivered") is True, error)
    shadowed, readable = seen.get("shadowed"), seen.get("readable")
    yield Check("shadowedSeqs are readable", bool(shadowed) and shadowed == readable, f"{readable} of {shadowed}")
    for name, row, report in (
        ("judged before", "context-verdict", "compaction-verdict.jsonl"),
        ("audited after", "compaction-audit", "compaction-audit.jsonl"),
    ):
        path = home / "reports" / report
        deadline = time.monotonic() + (0 if row in idle else _STARTED_S)
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        yield Check(f"the compaction was {name}", path.exists(), "" if path.exists() else f"no {report}")
