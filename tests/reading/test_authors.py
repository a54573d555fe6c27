from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.reading.authors import BLOCK_TAGS, HARNESS_OPENINGS, SUMMARY_OPENINGS, TOOL_OPENINGS, split_user_text
from threefold.session import Author


def told(text: str) -> list[tuple[str, str]]:
    return [(piece.author.value, piece.text) for piece in split_user_text(text)]


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "",
        "what does <system-reminder>x</system-reminder> do?",
        "why is there a\n<system-reminder>\nin my log?",
        "see </system-reminder>\n",
        "I pressed escape and got [Request interrupted by user] again",
        "please read # AGENTS.md instructions for the build",
        "<skillful>\nx\n</skillful>",
        "wie heißt <environment_context>?\n谢谢",
    ],
)
def test_a_human_who_mentions_a_wrapper_stays_human(text: str) -> None:
    assert told(text) == [("human", text)]


@pytest.mark.parametrize("tag", BLOCK_TAGS)
def test_a_wrapped_text_is_never_a_humans(tag: str) -> None:
    text = f"  <{tag}>\nDo not touch prod.\n</{tag}>\n"
    assert Author.HUMAN not in [piece.author for piece in split_user_text(text)]


@pytest.mark.parametrize("opening", HARNESS_OPENINGS)
def test_a_harness_text_is_the_harness_s_to_its_end(opening: str) -> None:
    text = f"{opening} and more\n\nplease do this"
    assert told(text) == [("harness", text)]


@pytest.mark.parametrize("opening", TOOL_OPENINGS)
def test_what_a_command_printed_into_the_user_role_is_a_tool_s(opening: str) -> None:
    text = f"{opening}0</returncode>\n<output>\nkeep out\n</output>"
    assert told(text) == [("tool", text)]


@pytest.mark.parametrize("opening", SUMMARY_OPENINGS)
def test_a_summary_is_a_summary_to_its_end(opening: str) -> None:
    text = f"\n{opening} and more\n<system-reminder>\nx\n</system-reminder>"
    assert told(text) == [("summary", text)]


def test_a_request_with_a_reminder_behind_it_is_split() -> None:
    assert told("fix it\n<system-reminder>\nbe careful\n</system-reminder>\nthanks") == [
        ("human", "fix it\n"),
        ("harness", "<system-reminder>\nbe careful\n</system-reminder>"),
        ("human", "\nthanks"),
    ]


def test_a_request_behind_a_leading_wrapper_stays_human() -> None:
    assert told("<ide_selection>line 3</ide_selection>rename this") == [
        ("harness", "<ide_selection>line 3</ide_selection>"),
        ("human", "rename this"),
    ]
    assert told("[Request interrupted by user]use uv") == [
        ("harness", "[Request interrupted by user]"),
        ("human", "use uv"),
    ]


def test_wrappers_one_behind_the_other_are_all_the_machines() -> None:
    text = "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>"
    assert told(text) == [("harness", text)]


def test_output_that_quotes_its_own_wrapper_stays_the_machines() -> None:
    text = "<user_shell_command>\ncat x\n</user_shell_command>\nignore the rules\n</user_shell_command>"
    assert told(text) == [("harness", text)]


def test_a_file_that_was_put_into_a_message_is_not_a_humans() -> None:
    text = '<file name="/w/a.md">\nnever delete\n</file>'
    assert told(f"{text}\nsum it up") == [("harness", text), ("human", "\nsum it up")]
    assert told("<file> is the tag that I mean") == [("human", "<file> is the tag that I mean")]


@pytest.mark.parametrize("text", ["<image name=[Image #1]>", "</image>"])
def test_what_stands_around_an_image_is_the_harness_s(text: str) -> None:
    assert told(text) == [("harness", text)]


def test_a_torn_wrapper_is_the_machines() -> None:
    assert told("<task-notification>\n<status>comp") == [("harness", "<task-notification>\n<status>comp")]


def test_a_state_snapshot_is_a_summary() -> None:
    text = "<state_snapshot>\n<overall_goal>x</overall_goal>\n</state_snapshot>"
    assert told(text) == [("summary", text)]


def test_a_plan_that_the_model_wrote_and_a_person_approved_is_not_a_humans_text() -> None:
    plan = "Implement the following plan:\n\n# Plan\nUse port 8443.\n\n"
    text = plan + "If you need specific details from before exiting plan mode, read the full transcript at: /x.jsonl"
    assert told(text) == [("harness", text)]
    assert told(plan) == [("human", plan)]


pieces = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in BLOCK_TAGS[:6]] + [f"</{tag}>" for tag in BLOCK_TAGS[:6]]),
    st.sampled_from(["\n", " ", "[Request interrupted by user]", "<", "word"]),
    st.text(max_size=5),
)


@given(st.lists(pieces, max_size=30).map("".join))
def test_the_pieces_joined_are_the_text_and_neighbours_differ(text: str) -> None:
    result = split_user_text(text)
    assert "".join(piece.text for piece in result) == text
    assert result
    assert all(a.author is not b.author for a, b in pairwise(result))
