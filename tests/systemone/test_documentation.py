from __future__ import annotations

import re
from pathlib import Path

import pytest

from threefold.systemone import FailureKind


def test_the_example_in_the_documentation_runs_without_a_server(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (checkout / "docs" / "services.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(example.replace(":4000", ":9"), "services.md", "exec"), {})
    assert "nothing listens there" in capsys.readouterr().out


def test_every_kind_of_failure_is_documented(checkout: Path) -> None:
    text = (checkout / "docs" / "services.md").read_text("utf-8")
    assert all(f"`{kind.value}`" in text for kind in FailureKind)
