"""The sentence that a report shows around a fact."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from threefold.auditing.statements.summary import Context
from threefold.report.masking import masked

VALUES = st.from_regex(r"\A[A-Z][a-z]{1,3}[0-9]{1,3}[a-z]{2,4}[0-9][A-Z]{1,3}[0-9][a-z]{1,4}\Z")
FRAMES = ["password: {}", "DB_PASSWORD={}", "Passwort: {}", "the admin password for the staging db is {}", "密码：{}",
          "--token {}", "Authorization: Bearer {0}{0}", "пароль: {}", 'password: "{0} {0}"']  # fmt: skip
TOKEN = "ghp_" + "aB3dE6gH9j" * 4


@given(st.sampled_from(FRAMES), VALUES, st.integers(0, 320), st.booleans())
def test_no_secret_is_parted_from_what_shows_that_it_is_one(frame: str, value: str, far: int, behind: bool) -> None:
    filler = ("and so we went on " * 40)[:far]
    said = frame.format(value)
    words = (
        f"The port is 5432 {filler} {said} and on " if behind else f"We had {said} and {filler} the port is 5432 now "
    )
    text = words + "with the work that was left " * 30
    at = text.index("5432")
    shown = masked(Context(text).around(at, at + 4))
    assert "5432" in shown
    assert not any(value[place : place + 6] in shown for place in range(len(value) - 5))


@given(st.integers(0, 320))
def test_no_half_of_a_token_is_shown(far: int) -> None:
    for text in (
        "went on " * 60 + "x" * far + f" {TOKEN} " + "y " * 60 + "port 5432 " + "went on " * 60,
        "went on " * 60 + "port 5432 " + "z" * far + f" {TOKEN} " + "went on " * 60,
    ):
        at = text.index("5432")
        assert "dE6gH9j" not in masked(Context(text).around(at, at + 4))


def test_what_is_shown_stays_short() -> None:
    text = "went on with it " * 2_000 + "port 5432 " + "went on with it " * 2_000
    at = text.index("5432")
    assert len(Context(text).around(at, at + 4)) < 340
