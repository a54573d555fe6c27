"""What secrets look like: patterns in RE2's syntax, and the tests that a match must pass.

A pattern's group marks the secret when the match holds more than that. Patterns end where their run of characters
ends, so that searching for all matches stays linear (see ``threefold.text.patterns``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from threefold.systemone import commands, places, tokens
from threefold.systemone.placeholders import is_placeholder
from threefold.systemone.tokens import drawn

Spans = list[tuple[int, int]]
"""Of one match: the whole, then each group; a group that took no part is ``(-1, -1)``."""
Guard = Callable[[bytes, Spans], bool]


class Rule(msgspec.Struct, frozen=True):
    """One pattern, and what to make of its matches."""

    kind: str
    """Names the secret in its placeholder and in the counts."""
    source: str
    """The pattern. The last group that took part is the secret; without groups the whole match is."""
    accept: Guard | None = None
    """Whether a match is a secret; None takes all."""
    whole: bool = False
    """Whether the whole match is the secret although there are groups."""


# ── private key blocks ────────────────────────────────────────────────────────────────────────────────────────────

BLOCK_BEGINS = (
    r"(?i)----[- ]BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?[- ]----",
    r"(?i)PuTTY-User-Key-File-\d",
    r"(?i)AGE-SECRET-KEY-1",
)
BLOCK_ENDS = (
    r"(?i)----[- ]END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?[- ]----",
    r"(?i)Private-MAC: [0-9a-f]+",
    r"(?i)AGE-SECRET-KEY-1[0-9A-Z]+",
)
BLOCK_BYTES = 65_536
"""A begin and an end further apart than this belong to different blocks."""
_GUTTER = r"[^A-Za-z0-9+/=]{0,8}(?:\d{1,7}[^A-Za-z0-9+/=]{1,6})?(?:\\?[rn])?"
BLOCK_BODY = rf"\A(?:{_GUTTER}(?:[A-Za-z-]{{2,24}}: [^\n\\]{{1,200}}|[A-Za-z0-9+/=]{{16,}}))*{_GUTTER}[A-Za-z0-9+/=]*"
"""Lines of base64 after a begin without an end, with the headers and line numbers that may stand among them."""
BLOCK_TAIL = (
    rf"(?:[A-Za-z0-9+/=]{{16,}}{_GUTTER})+(?:[A-Za-z0-9+/=]{{1,76}}{_GUTTER})?-----END [A-Z0-9 ]{{0,40}}PRIVATE KEY"
)
"""Lines of base64 before an end without a begin."""

# ── what is known by its place ────────────────────────────────────────────────────────────────────────────────────

PLACES: tuple[tuple[str, str], ...] = (
    ("docker-token", r"[\\\"']auth[\\\"']{1,2}\s*:\s*[\\\"']{1,2}([A-Za-z0-9+/=]{8,})"),
    (
        "webhook",
        r"(?i)(?:discord(?:app)?\.com/api/webhooks/\d+/|hooks\.slack\.com/(?:services|workflows)/|hooks\.zapier\.com/hooks/catch/"
        r"|webhook\.office\.com/webhookb2/|maker\.ifttt\.com/[\w/]*key/|api\.telegram\.org/bot|qyapi\.weixin\.qq\.com/\S*key="
        r"|open\.(?:feishu|larksuite)\.\w+/open-apis/bot/v2/hook/|oapi\.dingtalk\.com/\S*access_token=)([^\s\"'<>`)\]]{6,})",
    ),
    ("password", r"(?i)\blogin\s+\S+\s+password\s+(\S+)"),
    ("password", r"(?i)\s(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"'/]+:([^\s\"'/\[]{4,})"),
    ("password", commands.PIPED),
    ("password", r"(?i)\bidentified\s+(?:with\s+\S+\s+)?by\s+(?:password\s+)?[\"']([^\"'\n]{3,})[\"']"),
    ("secret", r"::add-mask::(\S{4,})"),
    ("url-token", r"(?i)[?&](?:x-amz-signature|x-goog-signature|sig|signature|code|key)=([A-Za-z0-9%+/_.=-]{16,})"),
    ("url-token", r"(?i)[a-z][a-z0-9+.-]*://([A-Za-z0-9_-]{20,})@"),
    (
        "authorization",
        r"(?i)\bauthorization[\\\"']{0,3}\s{0,3}[:=]\s{0,3}[\\\"']{0,3}(?:(?:bearer|basic|token|digest|apikey|ssws|aws4-[\w-]+)"
        r"\s{1,3})?([A-Za-z0-9._~+/=:-]{8,})",
    ),
    (
        "authorization",
        r"(?i)\b(?:x-amz-|x-goog-)?signature=([0-9a-f]{24,})|\bSSWS\s+([\w-]{20,})|\b[Bb]earer\s{1,3}([A-Za-z0-9._~+/=-]{16,})",
    ),
    ("authorization", r"(?i)\bcb-access-sign[\"']?\s{0,3}:\s{0,3}[\"']?([a-z0-9+/=]{20,})"),
    ("cookie", r"(?i)\b(?:set-)?cookie[\\\"']{0,3}\s{0,3}:\s{0,3}[\\\"']{0,3}([^\s=;]{1,60}=[^\r\n\"'\\]{6,})"),
)
"""Kind and pattern; where there is a group, it is the secret."""


def _drawn(data: bytes, groups: Spans) -> bool:
    return drawn(data[slice(*_last(groups))])


def _of_table(kind: str, source: str, test: Callable[[bytes], bool] | None) -> Rule:
    if test is None:
        return Rule(kind, source)
    return Rule(kind, source, lambda data, groups: test(data[slice(*groups[-1])]), whole=True)


def _is_mail(data: bytes, groups: Spans) -> bool:
    """Not the ``git@host:`` of a remote, and not the ``name@2x.png`` of a picture."""
    start, end = groups[0]
    if data.startswith(b"git@", start) and data[end : end + 1] == b":":
        return False
    return data[start:end].rsplit(b".", 1)[-1].lower() not in (
        b"png",
        b"jpg",
        b"jpeg",
        b"gif",
        b"webp",
        b"svg",
        b"avif",
    )


def _mixed(data: bytes, groups: Spans) -> bool:
    """Letters and digits: names of tests in ``PASS: TestSomethingLong`` have the length of a key too."""
    start, end = groups[-1]
    return bool(re.search(rb"\d", data[start:end]) and re.search(rb"[A-Za-z]", data[start:end]))


def _last(groups: Spans) -> tuple[int, int]:
    return next(span for span in reversed(groups) if span[0] >= 0)


def _lettered(data: bytes, groups: Spans) -> bool:
    """Letters with a digit or a sign among them, as most passwords are and few words."""
    start, end = _last(groups)
    mixed = end - start >= 6 and _mixed(data, [(start, end)])
    return _drawn(data, groups) or (mixed and not is_placeholder(data[start:end].decode("utf-8", "replace")))


def _instead(data: bytes, groups: Spans) -> bool:
    """What takes a secret's place, or loses it, is as much a secret as that is."""
    return _drawn(data, groups) or (b" redacted]" in data[slice(*groups[0])] and _lettered(data, groups))


def _of_share(data: bytes, groups: Spans) -> bool:
    """A word behind the share is a password where a user is named as well."""
    start, end = groups[0]
    return b"/user:" in data[start : end + 8].lower() or _lettered(data, groups)


APART: tuple[Rule, ...] = (
    Rule(
        "password",
        r"(?i)(?:pass(?:word|wd|phrase|code)?|pwd|pw|secret|token|key|credential)s?\s{1,3}"
        r"(?:\[[a-z0-9-]+ redacted\]|[^\s]{4,80})\s{1,3}(?:instead of|rather than|in place of)\s{1,3}"
        r"(?:the (?:old|former|previous) (?:one )?)?[\"'`]?([^\s,;\"'`]{6,60})",
        _instead,
    ),
    Rule(
        "password",
        r"(?:密码|口令)\s{0,3}(?:\[[a-z0-9-]+ redacted\]|[^\s]{4,80})\s{0,3}"
        r"(?:代替|替代|取代|而不是)\s{0,3}([!-~]{6,60})",
        _instead,
    ),
    Rule(  # an account, and behind it the password in brackets or behind a comma
        "password",
        r"(?i)\b(?:ssh|sftp|scp|ftp|telnet|rdp|vnc|log ?in|sign in|account|user(?:name)?)\b[^\n]{1,120}?[(（,，;]\s?"
        r"(?:pw|pwd|pass(?:word|wd|phrase|code)?|密码|口令)\s?[:=：]?\s?([^\s()（）,;]{6,60})(?:[)）]|[,;]|\.?\s*(?:\n|\z))",
        _lettered,
    ),
    Rule(
        "password",
        r"(?i)\bnet1?(?:\.exe)?\s+use\s+(?:(?:[a-z]:|\*)\s+)?\\+[^\s\"]+\s+(?:/\S+\s+)*"
        r"(?:\"([^\"\n]{4,})\"|([^\s\"/*|&;<>][^\s\"|&;<>]{3,}))",
        _of_share,
    ),
    Rule(
        "password",
        r"(?i)\bnet1?(?:\.exe)?\s+user\s+[^\s/\"]+\s+\"?([^\s\"/*|&;<>][^\s\"|&;<>]{3,})",
        _lettered,
    ),
    Rule("password", places.SENT, lambda data, groups: places.is_sent(data[slice(*_last(groups))])),
)
"""A password that other words part from its name."""

GUARDED: tuple[Rule, ...] = (
    Rule(
        "url-password",
        r"(?i)[a-z][a-z0-9+.-]*://[^\s/@:\"'<>`]*:(\d{0,5}[^\s\d/\"'<>`@][^\s\"'<>`]*|\d{1,20})@",
        lambda data, groups: not is_placeholder(data[slice(*groups[1])].decode("utf-8", "replace")),
    ),
    Rule("password", r"(?:^|[\s+>\"'`])[\w.*-]+:\d{2,5}:[\w.*-]+:[\w.*-]+:([^\s:\"'`]{6,})", _drawn),
    Rule("password", r"(?i)\b(?:admin|administrator|root|postgres|user(?:name)?)\s?[:/]\s?([^\s:/,;]{8,})", _drawn),
    Rule(
        "password",
        r"(?i)([^\s\"'`]{6,60})[\"'`]?\s+(?:as|for|is)\s+(?:the|a|your|my|its|our)\s+(?:[\w-]+\s+){0,2}\w{0,30}"
        r"(?:password|passphrase|token|secret|(?:api|access|secret|private)[ _-]?key)\b",
        _drawn,
    ),
    Rule(
        "password",
        r"(?i)(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|key)\w{0,30}[\"'`]?\s+from\s+[\"'`]?([^\s\"'`]{6,60})[\"'`]?\s+to\b",
        _drawn,
    ),
    Rule(
        "password",
        r"(?i)(?:auth|credentials?|login)[\"']?\s?[=:]?\s?[(\[]\s?[\"'][^\"'\n]{1,60}[\"']\s?,\s?[\"']([^\"'\n]{4,200})[\"']",
        _drawn,
    ),
    Rule(
        "password",
        r"(?i)\becho\s+[\"']?([^\s\"']{6,})[\"']?\s*>+\s*\S{0,80}(?:passw|secret|token|pgpass|netrc)",
        _drawn,
    ),
    Rule("password", r"(?i)\bConvertTo-SecureString\s+(?:-String\s+)?[\"']([^\"'\n]{4,})[\"']"),
    Rule("e-mail", r"[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}\b", _is_mail),
)

# ── detect-secrets ────────────────────────────────────────────────────────────────────────────────────────────────

_WHOLE = frozenset({"github-token", "gitlab-token"})
"""Detectors whose group holds the token's prefix."""
_NOT_USED = frozenset({"Public IP (ipv4)", "Private Key"})
"""An address is no secret, and a key's first line alone is not the key (see ``BLOCK_BEGINS``)."""


LIBRARY_HINT = (
    r"A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA|[\'\"][0-9a-zA-Z/+]{40}[\'\"]|AKC[a-zA-Z0-9]{10}|AP[0-9A-F][a-zA-Z0-9]{8}|AccountKey="
    r"|://[^ \t\n\f\r@/]+@|gh[opusr]_|gl(?:pat|[dfr]t|soat|cbt|imt|ptt|agent|oas)-|GR1348941"
    r"|\.[a-zA-Z\d_-]{6}\.[a-zA-Z\d_-]{27}"
    r"|(?i:(?:key|pwd|pw|pass|password|token)[\"']?\]? *[=: ][=:> ]*[\"']?[a-z0-9_-]{24})|eyJ[A-Za-z0-9_=-]+\."
    r"|-us\d|_authToken=|T3BlbkFJ|pypi-Ag|SG\.[a-zA-Z0-9_-]{22}\.|(?i:xox[abpors]-|hooks\.slack\.com|.softlayer.com)"
    r"|sq0csp-|[rs]k_live_|\d{8}:[0-9A-Za-z_-]{35}|(?:AC|SK)[a-z0-9]{32}"
)
"""Stands in every text in which a rule of :func:`library` matches, and in few others."""


def library() -> Iterator[Rule]:
    """detect-secrets' regex detectors, in RE2's syntax.

    Imported here: the library brings an HTTP client along, which only redaction should pay for.
    """
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.base import RegexBasedDetector

    detectors: dict[str, Any] = get_mapping_from_secret_type_to_class()
    for name, detector in sorted(detectors.items()):
        if name in _NOT_USED or not issubclass(detector, RegexBasedDetector):
            continue
        kind = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        accept = _mixed if kind == "ibm-cloud-iam-key" else None
        for regex in detector.denylist:
            flags = "(?i)" if regex.flags & re.IGNORECASE else ""
            source = re.sub(r"\s+", "", regex.pattern) if regex.flags & re.VERBOSE else regex.pattern
            yield Rule(kind, flags + _re2(source), accept, whole=kind in _WHOLE)


def _re2(source: str) -> str:
    """A pattern without look-around, which RE2 has not: what it excluded is masked along, never left."""
    return (
        re.sub(r"\(\?![^()]*\)", "", source.replace(r"(?:(?<=\W)|(?<=^))", r"(?:^|\W)"))
        .replace("]*?", "]*")
        .replace("{50,1024}", "{50,900}")
    )


def own() -> Iterator[Rule]:
    """Our own rules for what stands in one place; key blocks, names and commands are apart."""
    yield from (Rule(kind, source) for kind, source in PLACES)
    yield from (_of_table(*row) for row in tokens.patterns())
    yield from GUARDED
    yield from APART
