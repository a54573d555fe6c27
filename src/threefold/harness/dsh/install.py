"""Put the plugin into a profile of the harness, and take it out again.

A profile is a folder below ``<dsh home>/profiles`` with a ``package.json`` that lists its bundles. Ours is copied to
``threefold-dsh`` there, because only from below the profile can JavaScript import the harness's own packages; it is
linked from ``node_modules``, as pnpm links it, and named in ``dependencies`` and ``dsh.profile.bundles``. What was
chosen stands in the copy's ``chosen.patch.yml``; the profile's own ``cordis.patch.yml`` is a person's and is never
written.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from threefold.errors import InputError, UsageError
from threefold.harness.settings_file import remove_if_empty
from threefold.store.files import replace_file

NAME = "threefold-dsh"
BUNDLE = Path(__file__).parent / "bundle"
TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "acp": ("@deepseek-ai/dsh-base", "@deepseek-ai/dsh-acp-app"),
    "headless": ("@deepseek-ai/dsh-base", "@deepseek-ai/dsh-headless"),
    "sdk": ("@deepseek-ai/dsh-base", "@deepseek-ai/dsh-sdk-app"),
    "web": ("@deepseek-ai/dsh-base", "@deepseek-ai/dsh-web-app"),
}
"""The bundles of the profiles that the harness ships (0.2.1rc2); it makes such a profile when it first boots it."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What to install. ``policy`` empty leaves the default, observe."""

    home: Path
    profile: str
    policy: str = ""
    engine: str = "off"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What would be done: the files that are written, with their text, and the folder that is replaced or removed
    together with the link to it. A removal that writes none removes a profile that holds nothing else."""

    files: dict[Path, str]
    folder: Path
    link: Path
    remove: bool = False


def dsh_home(given: str | os.PathLike[str] | None, environ: Mapping[str, str]) -> Path:
    """The harness's home: the one given, ``$DSH_HOME``, or ``~/.dsh``."""
    return Path(given or environ.get("DSH_HOME", "").strip() or "~/.dsh").expanduser().absolute()


def profiles(home: Path) -> list[str]:
    """The names of the profiles that the harness keeps in its home."""
    return sorted(place.parent.name for place in home.glob("profiles/*/package.json"))


def plan(choice: Choice) -> Plan:
    """What an installation would write. Raises InputError for a profile that cannot be used."""
    folder = _folder(choice)
    manifest = _manifest(choice)
    _object(manifest, "dependencies")[NAME] = f"link:./{NAME}"
    bundles = _bundles(manifest)
    if NAME not in bundles:
        bundles.append(NAME)
    installed = folder / NAME
    return Plan(
        files={
            folder / "package.json": _json(manifest),
            installed / "chosen.patch.yml": patch(choice),
            installed / "bridge.json": _json({"command": command()}),
        },
        folder=installed,
        link=_link(folder),
    )


def unplan(choice: Choice) -> Plan:
    """What a removal would write. Raises InputError where there is no such profile."""
    folder = _folder(choice)
    if not (folder / "package.json").is_file():
        raise InputError(f"There is no profile {choice.profile} in {choice.home}.")
    manifest = _manifest(choice)
    _object(manifest, "dependencies").pop(NAME, None)
    bundles = _bundles(manifest)
    bundles[:] = [bundle for bundle in bundles if bundle != NAME]
    made = choice.profile in TEMPLATES and manifest == _fresh(choice.profile) and not _others(folder)
    files = {} if made else {folder / "package.json": _json(manifest)}
    return Plan(files=files, folder=folder / NAME, link=_link(folder), remove=True)


def carry_out(plan: Plan) -> None:
    """Do it. The manifest is written last on the way in and first on the way out, so that it never names what is not
    there. Raises OSError."""
    manifest = {path: text for path, text in plan.files.items() if path.name == "package.json"}
    if plan.remove:
        _write(manifest)
    if plan.remove and not manifest:
        (plan.folder.parent / "package.json").unlink()
    if plan.link.is_symlink():
        plan.link.unlink()
    if plan.folder.exists():
        shutil.rmtree(plan.folder)
    if plan.remove:
        remove_if_empty(plan.link.parent, *list(plan.folder.parents)[:3])
        return
    shutil.copytree(BUNDLE, plan.folder, ignore=shutil.ignore_patterns("__pycache__"))
    plan.link.parent.mkdir(exist_ok=True)
    plan.link.symlink_to(os.path.relpath(plan.folder, plan.link.parent), target_is_directory=True)
    _write({path: text for path, text in plan.files.items() if path not in manifest})
    _write(manifest)


def patch(choice: Choice) -> str:
    """The rows that carry what was chosen, for the loader of the harness."""
    lines = ["# What `threefold install dsh` was asked for; the profile's own cordis.patch.yml overrides it."]
    if choice.policy:
        lines += ["- id: context-verdict", f"  config: {{ verdictPolicy: {choice.policy} }}"]
    if choice.engine != "off":
        lines += ["- id: jev-compaction", f"  config: {{ compactionEngine: {choice.engine} }}"]
    return "\n".join([*lines, *([] if len(lines) > 1 else ["[]"])]) + "\n"


def command() -> list[str]:
    """How the plugin starts the bridge: this Python, without the working directory on its path."""
    return [sys.executable, "-P", "-m", "threefold.doors.bridge"]


def _folder(choice: Choice) -> Path:
    if not choice.profile or choice.profile in (".", "..", "node_modules") or set(choice.profile) & set("/\\"):
        raise UsageError(f"{choice.profile!r} is no name of a profile")
    return choice.home / "profiles" / choice.profile


def _link(folder: Path) -> Path:
    return folder / "node_modules" / NAME


def _manifest(choice: Choice) -> dict[str, object]:
    path = _folder(choice) / "package.json"
    if not path.exists():
        if choice.profile not in TEMPLATES:
            raise InputError(
                f"There is no profile {choice.profile} in {choice.home}, and the harness ships none of that name "
                f"({', '.join(TEMPLATES)}). Boot it once, or name its home with --home."
            )
        return _fresh(choice.profile)
    if not path.is_file():  # a pipe or a device would be read without end
        raise InputError(f"{path} is no file, so it was left alone.")
    try:
        manifest = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read as JSON: {error}.") from None
    if not isinstance(manifest, dict):
        raise InputError(f"{path} is no JSON object.")
    return manifest


def _fresh(profile: str) -> dict[str, object]:
    """The manifest of a profile that the harness ships and has not booted yet."""
    bundles = list(TEMPLATES[profile])
    return {
        "name": f"dsh-profile-{profile}", "private": True, "dependencies": {}, "dsh": {"profile": {"bundles": bundles}},
    }  # fmt: skip


def _others(folder: Path) -> bool:
    """Whether a profile holds anything but its manifest and what is ours."""
    known = {folder / "package.json", folder / NAME, _link(folder).parent, _link(folder)}
    return not known.issuperset([*folder.iterdir(), *_link(folder).parent.glob("*")])


def _bundles(manifest: dict[str, object]) -> list[object]:
    bundles = _object(_object(manifest, "dsh"), "profile").setdefault("bundles", [])
    if not isinstance(bundles, list):
        raise InputError("dsh.profile.bundles of the profile's package.json is no list.")
    return bundles


def _object(parent: dict[str, object], key: str) -> dict[str, object]:
    value = parent.setdefault(key, {})
    if not isinstance(value, dict):
        raise InputError(f"{key} in the profile's package.json is no object.")
    return value


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _write(files: Mapping[Path, str]) -> Sequence[Path]:
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode())
    return list(files)
