"""Which commands of git only look: by their sub-command, and where that may do both, by its options."""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.work.commands.shell import Step, join

_WORD = 100
"""Characters of a word in which an option is looked for."""
_GIT_LOOKS = (
    "status log diff show blame annotate rev-parse ls-files ls-tree ls-remote describe grep shortlog cat-file rev- "
    "list name-rev merge-base merge-tree for-each-ref show-ref show-branch count-objects var version help "
    "whatchanged cherry fsck check-ignore check-attr check-ref-format diff-tree diff-index diff-files range-diff "
    "verify-commit verify-tag fetch"
)
"""``fetch`` too: it brings in what others did, and whoever is asked for something is asked for more than that."""
_GIT = frozenset(_GIT_LOOKS.split())
_GIT_SECOND = {
    "stash": "list show", "remote": "show get-url", "worktree": "list", "submodule": "status summary",
    "notes": "list show", "reflog": "show list exists", "bisect": "log view visualize", "bundle": "verify list-heads",
    "lfs": "ls-files status env version locks", "sparse-checkout": "list", "rerere": "status diff remaining",
}  # fmt: skip
"""Commands of git with sub-commands, and which of these look."""
_GIT_BARE = frozenset(("remote", "submodule", "notes", "reflog"))
_REFS_CHANGE = later(
    r"-[a-z]*[dDmMcCfu][a-zA-Z]*|--(?:delete|move|copy|force|set-upstream\S*|unset-upstream|edit-description|track|"
    r"annotate|sign|message|local-user|file|create-reflog)(?:=.*)?"
)
_REFS_LIST = later(
    r"-[a-z]*[arlvn]\d*[a-z]*|--(?:all|remotes|list|(?:no-)?merged|(?:no-)?contains|points-at|show-current|sort|format|"
    r"column|verify)(?:=.*)?"
)
_TAG_MAKES = later(r"-[asmFe]|-am")


def git_looks(step: Step) -> bool:
    """Whether a git command changes nothing that anybody asked to be changed."""
    verb, words, _ = git_words(step)
    words = [word[:_WORD] for word in words]
    options = [word for word in words if word.startswith("-")]
    operands = [word for word in words if not word.startswith("-")]
    if verb in ("branch", "tag"):
        makes = _REFS_CHANGE.fullmatch, (_TAG_MAKES.fullmatch if verb == "tag" else lambda _: None)
        listed = not operands or any(map(_REFS_LIST.fullmatch, options))
        return listed and not any(change(word) for change in makes for word in options)
    if verb in _GIT_SECOND:
        return operands[0] in _GIT_SECOND[verb].split() if operands else verb in _GIT_BARE
    if verb == "config":
        asks = any(re.match(r"--(?:get|list)|-l$", word) for word in options) or operands[:1] in (["get"], ["list"])
        return asks or (len(operands) == 1 and not re.search(r"--(?:unset|add|replace|edit)|-e\b", " ".join(options)))
    if verb == "symbolic-ref":
        return len(operands) < 2 and "-d" not in options
    if verb in ("clean", "push", "add", "rm", "mv"):
        return any(re.match(r"-[a-zA-Z]*n", word) for word in options)
    if verb == "apply":
        return any(word in ("--stat", "--numstat", "--summary") for word in options)
    return not verb or (verb in _GIT and not any(re.match(r"--output(?:=|$)", word) for word in options))


def git_words(step: Step) -> tuple[str, list[str], str]:
    """The git command, its words, and the directory it works in."""
    base, words = step.cwd, step.argv[1:]
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option in ("-C", "-c", "--git-dir", "--work-tree", "--namespace") and words:
            value = words.pop(0)
            if option in ("-C", "--work-tree"):
                base = join(base, value)
    return (words[0] if words else "", words[1:], base)
