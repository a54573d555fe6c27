from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold import settings as configured
from threefold.auditing.settings import AuditSettings
from threefold.compaction.settings import CompactSettings
from threefold.errors import SettingsError
from threefold.section import hints, meaning
from threefold.settings import SECTIONS, load
from threefold.verdict.settings import VerdictSettings


def resolve(tmp_path: Path, text: str = "", **kwargs: Any) -> configured.Resolved:
    if text:
        (tmp_path / "threefold.toml").write_text(text, "utf-8")
    return load(directory=tmp_path, **{"environ": {}, **kwargs})


def complaint(tmp_path: Path, text: str = "", **kwargs: Any) -> str:
    with pytest.raises(SettingsError) as raised:
        resolve(tmp_path, text, **kwargs)
    assert raised.value.exit_status == 3
    return str(raised.value)


def test_the_defaults_are_those_of_the_originals() -> None:
    compact = CompactSettings()
    assert (compact.target_bytes, compact.keep_recent, compact.batch_size) == (262_144, 4, 8)
    assert (compact.min_confidence, compact.summary_bytes, compact.summary_role) == (0.35, 1024, "system")
    assert (compact.state_message_bytes, compact.enable_pinning, compact.pin_patterns) == (2000, True, ())
    assert (compact.pin_flags, compact.receipt_path, compact.fallback) == ("i", "", "recency")
    assert (compact.price_per_million_tokens, compact.timeout_ms) == (0.042, 15_000)
    audit = AuditSettings()
    assert (audit.enabled, audit.max_facts_per_category, audit.critical_number_count) == (True, 500, 2)
    assert (audit.opt_in_inject, audit.debug, audit.compliance_vocab, audit.compliance_fp_version) == (
        False,
        False,
        "",
        "1",
    )
    assert (VerdictSettings().safe_max, VerdictSettings().wait_min) == (0, 4)


def test_every_field_is_described_and_its_default_is_in_its_range() -> None:
    for section in SECTIONS.values():
        section()
        assert all(meaning(hint).endswith(".") for hint in hints(section).values())


def test_flags_beat_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    file = "[compact]\nkeep_recent = 1\ntarget_bytes = 1\nsummary_bytes = 1\n"
    environ = {"THREEFOLD_COMPACT_TARGET_BYTES": "2", "THREEFOLD_COMPACT_SUMMARY_BYTES": "2"}
    resolved = resolve(tmp_path, file, environ=environ, overrides={"compact": {"summary_bytes": 3}})
    compact = resolved.settings.compact
    assert (compact.keep_recent, compact.target_bytes, compact.summary_bytes) == (1, 2, 3)
    assert resolved.origins["compact.keep_recent"] == str(tmp_path / "threefold.toml")
    assert resolved.origins["compact.target_bytes"] == "THREEFOLD_COMPACT_TARGET_BYTES"
    assert resolved.origins["compact.summary_bytes"] == "command line"
    assert resolved.origins["compact.batch_size"] == "default"


def test_a_file_that_was_named_is_the_only_one_read_and_the_working_directory_comes_before_the_persons_own(
    tmp_path: Path,
) -> None:
    for name, value in (("named", 1), ("variable", 2), ("here", 3), ("home", 5)):
        folder = tmp_path / name / ("threefold" if name == "home" else "")
        folder.mkdir(parents=True)
        (folder / "threefold.toml").write_text(f"[compact]\nkeep_recent = {value}\n")
    environ = {
        "THREEFOLD_SETTINGS": str(tmp_path / "variable/threefold.toml"),
        "XDG_CONFIG_HOME": str(tmp_path / "home"),
    }
    here, named = tmp_path / "here", tmp_path / "named/threefold.toml"

    def recent(**kwargs: Any) -> int:
        return load(**kwargs).settings.compact.keep_recent

    assert recent(file=named, environ=environ, directory=here) == 1
    assert recent(environ=environ, directory=here) == 2
    del environ["THREEFOLD_SETTINGS"]
    assert recent(environ=environ, directory=here) == 3
    assert recent(environ=environ, directory=tmp_path) == 5
    assert recent(environ={"HOME": str(tmp_path)}, directory=tmp_path) == CompactSettings().keep_recent


def test_camel_case_and_hyphens_are_spellings_of_the_same_name(tmp_path: Path) -> None:
    overrides = {"compact": {"targetBytes": 5, "keep-recent": 6, "pinPatterns": ["a"], "enablePinning": False}}
    compact = resolve(tmp_path, overrides=overrides).settings.compact
    assert (compact.target_bytes, compact.keep_recent, compact.pin_patterns, compact.enable_pinning) == (
        5,
        6,
        ("a",),
        False,
    )
    audit = resolve(tmp_path, "[audit]\nmaxFactsPerCategory = 7\ncheckUrls = false\n").settings.audit
    assert (audit.max_facts_per_category, audit.check_urls) == (7, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[compact]\ntarget_byte = 1\n", ["compact.target_byte", "did you mean target_bytes"]),
        ("[compat]\n", ["'compat'", "did you mean compact"]),
        ("[compact]\nsafe_max = 1\n", ["belongs to [verdict]"]),
        ("target_bytes = 1\n", ["belongs to [compact]"]),
        ("[compact]\nxyzzy = 1\n", ["known are target_bytes"]),
        ("[compact]\nmin_confidence = 1.01\n", ["1.01", "from 0 to 1"]),
        ("[compact]\nmin_confidence = nan\n", ["nan", "from 0 to 1"]),
        ("[compact]\ntarget_bytes = -1\n", ["-1", "0 or more"]),
        ("[compact]\ntarget_bytes = true\n", ["a whole number"]),
        ('[compact]\ntarget_bytes = "5"\n', ["'5'", "a whole number"]),
        ("[compact]\ntarget_bytes = 5.5\n", ["a whole number"]),
        ('[compact]\nfallback = "age"\n', ["one of recency, local"]),
        ("[compact]\npin_patterns = [1]\n", ["a list, each entry text"]),
        ("[service]\nmax_in_flight = 0\n", ["from 1 to 256"]),
        ("[verdict]\ngit_timeout_ms = 10000000000000000\n", ["from 1 to 3600000"]),
        ("compact = 5\n", ["must be a table"]),
        ("[compact]\ntargetBytes = 1\ntarget_bytes = 1\n", ["set twice"]),
        ("[compact\n", ["not TOML"]),
    ],
)
def test_a_mistake_is_named_with_what_would_be_right(tmp_path: Path, text: str, words: list[str]) -> None:
    said = complaint(tmp_path, text)
    assert all(word in said for word in words), said
    assert "threefold.toml" in said


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    assert "no file" in complaint(tmp_path, file=tmp_path / "absent.toml")
    assert "no file" in complaint(tmp_path, environ={"THREEFOLD_SETTINGS": str(tmp_path)})


def test_a_file_that_is_not_utf_8_is_said(tmp_path: Path) -> None:
    (tmp_path / "threefold.toml").write_bytes(b'[compact]\ntask = "\xff"\n')
    assert "UTF-8" in complaint(tmp_path)


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "threefold.toml").write_bytes(b"\xef\xbb\xbf[compact]\nkeep_recent = 3\n")
    assert load(directory=tmp_path, environ={}).settings.compact.keep_recent == 3


def test_a_file_without_bottom_and_a_name_that_no_file_has_are_refused(tmp_path: Path) -> None:
    (tmp_path / "threefold.toml").write_text("a = " + "[" * 100_000)
    assert "nested too deeply" in complaint(tmp_path)
    (tmp_path / "threefold.toml").write_text('[compact]\ntask = "a\\u0000b"\n')
    assert "compact.task holds a NUL" in complaint(tmp_path)


def test_a_variable_is_converted_to_its_fields_type(tmp_path: Path) -> None:
    environ = {
        "THREEFOLD_COMPACT_MIN_CONFIDENCE": "0.5",
        "THREEFOLD_COMPACT_ENABLE_PINNING": "false",
        "THREEFOLD_COMPACT_PIN_PATTERNS": '["a,b", "c"]',
        "THREEFOLD_AUDIT_PATH_MARKERS": "srv",
    }
    settings = resolve(tmp_path, environ=environ).settings
    assert (settings.compact.min_confidence, settings.compact.enable_pinning) == (0.5, False)
    assert settings.compact.pin_patterns == ("a,b", "c")
    assert settings.audit.path_markers == ("srv",)


@pytest.mark.parametrize(
    ("variable", "word"),
    [
        ("THREEFOLD_COMPACT_TARGET_BYTE", "did you mean THREEFOLD_COMPACT_TARGET_BYTES"),
        ("THREEFOLD_COMAPCT_TARGET_BYTES", "did you mean THREEFOLD_COMPACT_TARGET_BYTES"),
        ("THREEFOLD_COMPACT_XYZZY", "there is no variable"),
    ],
)
def test_a_misspelt_variable_is_an_error(tmp_path: Path, variable: str, word: str) -> None:
    assert word in complaint(tmp_path, environ={variable: "1"})


def test_variables_of_other_purposes_are_left_alone(tmp_path: Path) -> None:
    resolve(tmp_path, environ={"THREEFOLD_HOME": "x", "THREEFOLD_DEBUG": "1", "OTHER": "y"})


def test_four_settings_are_one_value_under_two_names(tmp_path: Path) -> None:
    settings = resolve(tmp_path, "[compact]\nbatch_size = 3\n[service]\ntimeout_ms = 99\n").settings
    assert settings.compact.batch_size == settings.service.batch_size == 3
    assert settings.compact.timeout_ms == settings.service.timeout_ms == 99
    assert "one setting under two names" in complaint(
        tmp_path, "[compact]\nbatch_size = 3\n[service]\nbatch_size = 4\n"
    )
    flag = {"service": {"batch_size": 5}}
    settings = resolve(tmp_path, "[compact]\nbatch_size = 3\n", overrides=flag).settings
    assert settings.compact.batch_size == settings.service.batch_size == 5


def test_a_flag_that_was_not_given_changes_nothing(tmp_path: Path) -> None:
    resolved = resolve(tmp_path, "[compact]\nkeep_recent = 9\n", overrides={"compact": {"keep_recent": None}})
    assert resolved.settings.compact.keep_recent == 9


def test_a_value_out_of_range_is_refused_in_python_too() -> None:
    with pytest.raises(SettingsError, match="from 0 to 1"):
        CompactSettings(min_confidence=1.01)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from([field for section in SECTIONS.values() for field in hints(section)]) | st.text(max_size=12)


@given(
    st.dictionaries(
        st.sampled_from(list(SECTIONS)) | st.text(max_size=6), st.dictionaries(names, json_like, max_size=3)
    )
)
def test_arbitrary_overrides_give_valid_settings_or_one_error(overrides: dict[str, Any]) -> None:
    with contextlib.suppress(SettingsError):
        load(environ={}, overrides=overrides, directory="/")


def test_loading_needs_neither_pydantic_nor_a_scorer() -> None:
    code = (
        "import sys; from threefold.settings import load; load(environ={}); "
        "print([m for m in ('pydantic', 'httpx2', 'onnxruntime', 'numpy', 'typer', 'difflib') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_working_directory_that_was_deleted_holds_no_settings_and_is_no_error(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = "import os, sys, threefold.settings as s; os.rmdir(os.getcwd()); print(s.load(environ={}).file)"
    done = subprocess.run([sys.executable, "-c", code], cwd=gone, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("None\n", "")
