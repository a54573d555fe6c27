"""The sections of a summary, by the headings over its sentences: what it lists as open or as done, whose words it gives,
what binds, and what it only copies out."""

# ruff: noqa: E501
from __future__ import annotations

from functools import lru_cache

from threefold.auditing.statements.summary import split
from threefold.text.later import later
from threefold.text.sentences import Kind, Sentence

OPEN, DONE, WORDS, RULES, COPY, OTHER = "open", "done", "words", "rules", "copy", ""
_NUMBER = r"\W{0,20}+(?:\d{1,2}[.)、]\s{0,4}|[一二三四五六七八九十]{1,3}、)?\W{0,8}+"
_KINDS = (
    (
        OPEN,
        later(
            rf"(?i){_NUMBER}(?:optional |any |current |all |active )?(?:pending|to[- ]?dos?\b|in work\b|remaining|next steps?|next\W{{0,8}}$|in[- ]progress|active tasks?|not (?:yet )?(?:done|started"
            r"|finished)|outstanding|still (?:to do|open)|left to do|what(?:'s| is)? (?:remains|left|open|missing)|(?:open|left|missing)\W{0,8}$|open (?:tasks|items|work|points|ends)|unfinished|upcoming|待办|未完成|下一步|进行中|剩[余下]|遗留|待处理|后续|接下来|尚未|还[没差])"
        ),
    ),
    (
        DONE,
        later(
            rf"(?i){_NUMBER}(?:already |all |tasks? |work |what (?:was|is|has been) )?(?:completed?|done|finished|accomplish|resolved|solved|achieved|已完成|完成|已解决|已做|做完)"
        ),
    ),
    (
        WORDS,
        later(
            rf"(?i){_NUMBER}(?:all |key |what |the |user'?s? |assistant'?s? )*(?:messages?|quotes?|words|remarks?|feedback|said|told)\b|{_NUMBER}(?:用户|助手)(?:的)?(?:消息|原话|说|请求|指令|输入)"
        ),
    ),
    (
        RULES,
        later(
            rf"(?i){_NUMBER}[\w '&/,()-]{{0,30}}\b(?:constraints?|preferences?|rules?|requirements?|guardrails?|must|do not|requests?|intent)\b|{_NUMBER}[\w]{{0,8}}(?:约束|规则|规矩|规定|禁令|要求|限制|禁止|请求|意图)"
        ),
    ),
    (
        COPY,
        later(
            rf"(?i){_NUMBER}(?:appendix|verbatim|(?:tool |shell )?(?:commands?|calls?|outputs?|logs?)\b|steps?\b(?! (?:done|taken|so far|state|completed))|附|命令|输出|原文|步骤(?!状态|进[展度]|完成))|.{{0,30}}(?:\bverbatim|原文)\W{{0,8}}$"
        ),
    ),
)
BULLET = later(r"[ \t>]*(?:[-*+•·]|\d{1,3}[.)]|\d{1,3}、)[ \t]*")
_SECTION = later(
    r"(?:\d{1,2}[.)] )?[A-Z][\w /&'-]{2,40}:(?=\s)|(?:[一二三四五六七八九十]{1,3}、)?[\u4e00-\u9fff]{2,10}[:：]"
)
"""A numbered section whose text begins on the line of its heading."""
_NUMBERED = later(r"\d{1,2}[.)、]\s*\S")
_LONGEST_BARE = 60
_LINE = 2_000  # characters of a line that are held with each of its sentences


@lru_cache(maxsize=4)
def sections(summary: str) -> tuple[tuple[Sentence, str, str], ...]:
    """Each sentence that is no heading and no code, with the kind of its section and the line that it begins on."""
    found: list[tuple[Sentence, str, str]] = []
    kind, numbered = OTHER, False
    for sentence in split(summary):
        if sentence.kind is Kind.CODE:
            continue
        start = summary.rfind("\n", 0, sentence.start) + 1
        end = summary.find("\n", sentence.start, sentence.end)
        end = sentence.end if end < 0 else end
        line = summary[start : min(end, start + _LINE)]
        own = _is_numbered(summary, line, start) and (numbered or kind_of(line) != OTHER)
        if own or sentence.kind is Kind.HEADING or _is_heading(line) or _is_bare(summary, line, start):
            kind, numbered = kind_of(line), own
            if sentence.kind is Kind.HEADING or sentence.end <= end:
                continue  # else the sentence goes on below its heading
        elif start == sentence.start and _SECTION.match(line):
            kind = kind_of(line)
        last = summary.rfind("\n", sentence.start, sentence.end)
        if (
            last > 0
            and (below := kind_of(summary[last + 1 : sentence.end]))
            and _is_heading(summary[last + 1 : sentence.end])
        ):
            found.append((sentence._replace(end=last), kind, line))  # the heading of the next list, set in deeper
            kind = below
            continue
        found.append((sentence, kind, line))
    return tuple(found)


def kind_of(line: str) -> str:
    """The kind of section that a heading opens."""
    return next((kind for kind, pattern in _KINDS if pattern.match(line)), OTHER)


def _is_heading(line: str) -> bool:
    """``7. Pending Tasks:`` opens a section, even where text follows on the next line."""
    return not line[:1].isspace() and line.rstrip().endswith((":", "：", "**")) and len(line) < 80


def _is_numbered(summary: str, line: str, start: int) -> bool:
    """``6. 待办`` without a colon is a heading where what stands below is set in; of such a heading the next one is."""
    below = start + len(line) + 1
    return (
        _NUMBERED.match(line) is not None
        and len(line) <= _LONGEST_BARE
        and not line.rstrip().endswith((".", "。", "!", "?", ","))
        and summary[below : below + 2].isspace()
        and "\n" not in summary[below : below + 2]
    )


def _is_bare(summary: str, line: str, start: int) -> bool:
    """``Next`` or ``未完成`` on a line of its own, without any mark, opens a list on the line below."""
    if not line.strip() or len(line) > _LONGEST_BARE or line[:1].isspace() or BULLET.match(line):
        return False
    below = start + len(line) + 1
    below += summary[below : below + 1] == "\n"
    return BULLET.match(summary, below) is not None and not line.rstrip().endswith((".", "。", "!", "?", ","))
