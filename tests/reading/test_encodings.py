"""Logs and texts in other encodings than UTF-8 are decoded where their first bytes say which, and else it is said."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from threefold.auditing import audit
from threefold.auditing.reports.given import plain_session, with_summary
from threefold.errors import InputError, UnknownFormat
from threefold.reading import read
from threefold.reading import source as sources
from threefold.reading.plain import plain_bytes
from threefold.session import Lines
from threefold.verdict import cautious, judge
from threefold.verdict.snapshot import snapshot

SAID = "Never touch 配置.yaml; the port is 5432."


def log(encoding: str) -> bytes:
    entries = [{"role": "user", "content": SAID}, {"role": "assistant", "content": "Noted. 好"}]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in entries).encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_log_is_read_in_every_encoding_that_its_first_bytes_tell(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log(encoding))
    with read(path) as session:
        assert next(session.messages()).text() == SAID
        assert session.lines.undecodable == 0


@pytest.mark.parametrize("document", [False, True])
def test_bytes_that_are_not_utf_8_are_counted_and_every_verb_says_so(tmp_path: Path, document: bool) -> None:
    path = tmp_path / "log.json"
    lines = log("gb18030")
    path.write_bytes(b"[" + lines.strip().replace(b"\n", b",\n") + b"]" if document else lines)
    with read(path) as session:
        list(session.messages())
        assert session.lines.undecodable >= 6
        assert "not UTF-8" in session.lines.unread()
        record = audit(*with_summary(session, "The port is 5432."))
    assert record.ledger_incomplete
    assert any("not UTF-8" in reason for reason in record.incomplete)
    verdict = cautious(judge(snapshot("s", {})), session.lines)
    assert (verdict.verdict, verdict.reason.value) == ("wait", "log_damaged")


def test_a_torn_last_line_of_a_live_log_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log("utf-8") + '{"role": "user", "content": "再'.encode()[:-1])
    with read(path) as session:
        assert session.lines.undecodable == 0
    assert Lines().unread() == ""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_plain_text_is_decoded_by_its_mark(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "summary.txt"
    path.write_bytes(("\ufeff" * encoding.endswith("e") + SAID).encode(encoding))
    assert plain_bytes(path).decode() == SAID


def test_a_binary_file_is_no_text_and_an_endless_one_ends(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + os.urandom(4000))
    with pytest.raises(UnknownFormat, match="binary"):
        plain_bytes(path)
    if os.path.exists("/dev/zero"):
        with pytest.raises(UnknownFormat, match="binary"):
            plain_bytes("/dev/zero")


def test_what_of_a_plain_text_and_of_its_summary_cannot_be_decoded_is_said() -> None:
    session = plain_session(SAID.encode("gb18030"), "original")
    record = audit(*with_summary(session, "The port is 5432.", 3))
    assert record.incomplete[0] == "3 bytes of the summary are not UTF-8 and read as U+FFFD"
    assert "of the log are not UTF-8" in record.incomplete[1]


def test_compressed_frames_that_grow_without_measure_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import zstandard

    monkeypatch.setattr(sources, "ZSTD_FLOOR", 4 << 20)
    path = tmp_path / "bomb.jsonl.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress(b'{"role": "user", "content": "' + b" " * (64 << 20)))
    with pytest.raises(InputError, match="decompresses to more than"):
        read(path)
