"""What secrets look like: patterns in RE2's syntax, and the tests that a match must pass.

A pattern's group marks the secret when the match holds more than that. Patterns end where their run of characters
ends, so that searching for all matches stays linear (see ``threefold.text.patterns``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

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
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
    r"PuTTY-User-Key-File-\d",
    r"AGE-SECRET-KEY-1",
)
BLOCK_ENDS = (
    r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
    r"Private-MAC: [0-9a-f]+",
    r"AGE-SECRET-KEY-1[0-9A-Z]+",
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

# ── tokens that show their kind ───────────────────────────────────────────────────────────────────────────────────

TOKENS: tuple[tuple[str, str], ...] = (
    ("api-key", r"\bsk-[A-Za-z0-9_-]{20,}"),
    (
        "api-key",
        r"\b(?:gsk_|xai-|pplx-|nvapi-|tvly-|lin_api_|PMAK-|NRAK-|sntrys_|sntryu_|glsa_|figd_|sb_secret_|pscale_|dp\.pt\."
        r"|HRKU-|ATATT3|ATBB|ATCTT3|shippo_live_|EAAC|AQ\.)[A-Za-z0-9_-]{20,}",
    ),
    # Prefixes that identifiers have as well: only an unbroken run is a token.
    ("api-key", r"\b(?:r8_|fw_|ntn_|nfp_|sbp_|rnd_|phx_|glc_|secret_)[A-Za-z0-9]{20,}|\bkey-[0-9a-f]{32}"),
    # What a text that was cut leaves of one, by its ellipsis.
    (
        "cut-token",
        r"\b(?:sk-|gh[a-z]_|github_pat_|glpat-|AKIA|ASIA|AIza|ya29\.|GOCSPX-|hf_|xox[a-z]-|[rs]k_live_|whsec_|npm_|pypi-"
        r"|eyJ|SG\.|hvs\.|dapi|do[opr]_v1_|shp(?:at|ca|pa|ss)_)[A-Za-z0-9_.+/=-]*…",
    ),
    (
        "docker-token",
        r"\bdckr_[a-z]{1,4}_[A-Za-z0-9_-]{20,}|[\\\"']auth[\\\"']{1,2}\s*:\s*[\\\"']{1,2}([A-Za-z0-9+/=]{8,})",
    ),
    ("airtable-token", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("terraform-token", r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,}"),
    ("fly-token", r"\bfm[12][a-z]?_[A-Za-z0-9+/=_-]{20,}"),
    ("github-token", r"\b(?:gh[a-z]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})"),
    ("google-api-key", r"(?i)\bAIza[0-9A-Za-z_-]{35}"),
    ("google-oauth-token", r"\b(?:ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{20,})"),
    ("hugging-face-token", r"\b(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    ("slack-token", r"\bxox[a-z](?:-[0-9A-Za-z]+)+|\bxapp(?:-[0-9A-Za-z]+)+"),
    ("stripe-access-key", r"\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,}|\bwhsec_[0-9A-Za-z+/=]{20,}"),
    ("npm-token", r"\bnpm_[A-Za-z0-9]{36}"),
    ("pypi-token", r"\bpypi-[A-Za-z0-9_-]{50,}"),
    ("digitalocean-token", r"\bdo[opr]_v1_[a-f0-9]{64}"),
    ("shopify-token", r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    ("databricks-token", r"\bdapi[0-9a-f]{32}"),
    ("vault-token", r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}"),
    ("discord-webhook", r"discord(?:app)?\.com/api/webhooks/\d+/([A-Za-z0-9_-]{20,})"),
    ("json-web-token", r"(?i)\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_=-]{8,}(?:\.[A-Za-z0-9_.+/=-]*)?"),
    ("password-hash", r"\$(?:1|2[abxy]|5|6|y|apr1|argon2id?)\$[./A-Za-z0-9$=,+-]{20,}"),
    ("password", r"(?i)\blogin\s+\S+\s+password\s+(\S+)"),
    ("password", r"(?i)\s(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"'/]+:([^\s\"'/\[]{4,})"),
    ("url-password", r"(?i)[a-z][a-z0-9+.-]*://[^\s/@:\"'<>`]*:([^\s/\"'<>`\[{$%*][^\s/\"'<>`\[]*)@"),
    ("url-token", r"(?i)[?&](?:x-amz-signature|x-goog-signature|sig|signature|code|key)=([A-Za-z0-9%+/_.=-]{16,})"),
    ("url-token", r"(?i)[a-z][a-z0-9+.-]*://([A-Za-z0-9_-]{20,})@"),
    (
        "authorization",
        r"(?i)\bauthorization[\\\"']{0,3}\s{0,3}[:=]\s{0,3}[\\\"']{0,3}(?:(?:bearer|basic|token|digest|apikey)\s{1,3})?([A-Za-z0-9._~+/=:-]{8,})",
    ),
    ("authorization", r"\b[Bb]earer\s{1,3}([A-Za-z0-9._~+/=-]{16,})"),
    ("cookie", r"(?i)\b(?:set-)?cookie[\\\"']{0,3}\s{0,3}:\s{0,3}[\\\"']{0,3}([^\s=;]{1,60}=[^\r\n\"'\\]{6,})"),
)
"""Kind and pattern; where there is a group, it is the secret."""

# ── assignments by name ───────────────────────────────────────────────────────────────────────────────────────────

_NAMES = (
    r"passwords?|passwd|passphrase|passcode|pwd|secrets?|credentials?|tokens?"
    r"|(?:api|access|auth|private|client|service|account|encryption|signing|master|session|shared)[_-]?(?:access[_-]?)?keys?"
)
_CHINESE = "密码|密碼|口令|密钥|密鑰|令牌"
_ASSIGNED = r"[\\\"'\]]{0,4}\s{0,4}(?::=|=>|==?|:)\s{0,4}"
_VALUE = (
    r"(?:\\?\"([^\"\\\r\n\[]{3,})|\\?'([^'\\\r\n\[]{3,})|`([^`\\\r\n\[]{3,})"
    r"|([^\s\"'`\\,;(){}<>\[\]&|$%*][^\s\"'`\\,;(){}<>\[\]&|]{3,}))"
)
"""A value in quotes of some kind, or a run without any."""


def _assigned(data: bytes, groups: Spans) -> bool:
    """Whether what is assigned to a name of a secret can be one: no type, no count, no code, no placeholder."""
    name = data[slice(*groups[1])].decode("utf-8", "replace").lower()
    start, end = next(span for span in reversed(groups) if span[0] >= 0)
    value = data[start:end].decode("utf-8", "replace").rstrip(".")
    quoted = data[start - 1 : start] in (b'"', b"'", b"`")
    if _is_placeholder(value) or (" " in value and "phrase" not in name and re.fullmatch(r"[A-Za-z ,.']+", value)):
        return False
    mixed = bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) and len(value) >= 6
    if "token" in name and not re.search("pass|pwd|secret", name):
        return mixed or (quoted and len(value) >= 12 and " " not in value)
    if quoted:
        return True
    after = data[end : end + 2]
    if after[:1] in (b"(", b"["):
        return False
    if re.fullmatch(r"[A-Za-z_]+(?:\.[A-Za-z_]+)*", value):
        # A word may be a password, or the rest of a line of code or prose. At the end of a line it is the former.
        return "." not in value and (not after or after[:1] in (b"\r", b"\n") or after == b"\\n")
    return True


def _is_placeholder(value: str) -> bool:
    lowered = value.lower()
    return (
        lowered in _NO_SECRETS
        or set(value) <= set("*x.-_#")
        or lowered.startswith(("$", "%", "<", "{", "/", "./", "process.env", "os.environ", "your"))
    )


_NO_SECRETS = frozenset(
    """none null true false str string text bytes bool boolean int integer number float any object optional required
    undefined empty unset missing invalid wrong expired rejected changed reset forgotten hidden redacted secret password
    token value values default example placeholder type name field input hash hashed option config settings self this
    request response await async new""".split()  # noqa: SIM905 - a list of 49 quoted words is harder to read
)


def _has_a_sign(data: bytes, groups: Spans) -> bool:
    """Whether what follows "the password is" is more than a word of prose."""
    start, end = next(span for span in reversed(groups) if span[0] >= 0)
    return bool(re.search(rb"[\d!@#%^*+=~]", data[start:end]))


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


GUARDED: tuple[Rule, ...] = (
    # An audit compares some values in small letters.
    Rule("aws-access-key", r"(?i)\b(?:a3t[a-z0-9]|abia|acca|akia|asia)[0-9a-z]{16}\b", _mixed),
    Rule("secret", rf"(?i)((?:{_NAMES})[A-Z0-9_]*){_ASSIGNED}{_VALUE}", _assigned),
    Rule("secret", rf"((?:\b|_)(?:PASS|pass)){_ASSIGNED.replace(':=|=>|==?|:', '=')}{_VALUE}", _assigned),
    Rule("secret", rf"(?i)(--?(?:[a-z]{{1,20}}-)?(?:{_NAMES}))\s{{1,2}}{_VALUE}", _assigned),
    Rule("password", rf"(?i)\b(password|passphrase|passcode)\s+(?:is|was)\s+{_VALUE}", _has_a_sign),
    Rule(
        "password",
        rf"((?:{_CHINESE})(?:\s{{0,3}}(?:是|为|為|:|：|=)){{1,2}}\s{{0,3}})[\"'`“「]?([!-Z\^-~]{{4,}})",
        _assigned,
    ),
    Rule("e-mail", r"[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}\b", _is_mail),
)

# ── detect-secrets ────────────────────────────────────────────────────────────────────────────────────────────────

_WHOLE = frozenset({"github-token", "gitlab-token"})
"""Detectors whose group holds the token's prefix."""
_NOT_USED = frozenset({"Public IP (ipv4)", "Private Key"})
"""An address is no secret, and a key's first line alone is not the key (see ``BLOCK_BEGINS``)."""


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
    """Our own rules for what stands in one place; key blocks are apart."""
    yield from (Rule(kind, source) for kind, source in TOKENS)
    yield from GUARDED
