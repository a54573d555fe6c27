"""Command lines of a summary beside those that were run."""

from __future__ import annotations

import pytest

from threefold.auditing import audit

RUN = "packer build -only=metal -var region=eu -on-error=abort -timestamp-ui image.pkr.hcl"


def judged(compacted, summary: str) -> tuple[str, list[str]]:
    call = ("call", ("Bash", {"command": RUN}, "t0"))
    record = audit(*compacted([("user", "go on"), call, ("result", ("t0", "ok"))], summary), all_facts=True)
    assert not record.failures
    (found,) = [one for one in record.facts if one.category == "command"]
    return found.status, [near.value for near in found.near]


def test_a_command_that_lacks_an_option_of_the_one_that_was_run_was_altered(compacted) -> None:
    told = "`packer build -only=metal -var region=eu -timestamp-ui image.pkr.hcl` went through."
    assert judged(compacted, told) == ("altered", [RUN])


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("packer build … -on-error=abort image.pkr.hcl", "equivalent"),
        ("packer build -only=metal -var region=eu", "verified"),
        ("packer build -var region=eu -only=metal -on-error=abort -timestamp-ui image.pkr.hcl", "equivalent"),
    ],
)
def test_a_command_told_with_a_gap_or_to_its_half_or_in_another_order_is_the_same(
    compacted, told: str, status: str
) -> None:
    assert judged(compacted, f"`{told}` went through.") == (status, [])


def test_a_command_on_a_line_of_its_own_ends_where_the_chinese_sentence_goes_on(compacted) -> None:
    assert judged(compacted, f"{RUN}：已完成，没有错误。") == ("verified", [])
