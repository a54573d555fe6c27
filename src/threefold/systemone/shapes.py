"""What secrets look like: patterns in RE2's syntax, and the tests that a match must pass.

A pattern's group marks the secret when the match holds more than that. Patterns end where their run of characters
ends, so that searching for all matches stays linear (see ``threefold.text.patterns``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Guard = Callable[[bytes, list[tuple[int, int]]], bool]

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
    ("api-key", r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{20,}"),
    (
        "api-key",
        r"\b(?:gsk_|xai-|pplx-|r8_|fw_|nvapi-|tvly-|lin_api_|ntn_|PMAK-|NRAK-|sntrys_|sntryu_|glsa_|glc_|figd_|nfp_|sbp_"
        r"|sb_secret_|pscale_|dp\.pt\.|rnd_|HRKU-|ATATT3|ATBB|ATCTT3|key-|secret_|phx_|shippo_live_|EAAC|AQ\.)"
        r"[A-Za-z0-9_-]{20,}",
    ),
    (
        "docker-token",
        r"\bdckr_[a-z]{1,4}_[A-Za-z0-9_-]{20,}|[\\\"']auth[\\\"']{1,2}\s*:\s*[\\\"']{1,2}([A-Za-z0-9+/=]{8,})",
    ),
    ("airtable-token", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("terraform-token", r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,}"),
    ("fly-token", r"\bfm[12][a-z]?_[A-Za-z0-9+/=_-]{20,}"),
    ("github-token", r"\b(?:gh[a-z]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})"),
    ("google-api-key", r"\bAIza[0-9A-Za-z_-]{35}"),
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
    ("json-web-token", r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_=-]{8,}(?:\.[A-Za-z0-9_.+/=-]*)?"),
    ("password-hash", r"\$(?:1|2[abxy]|5|6|y|apr1|argon2id?)\$[./A-Za-z0-9$=,+-]{20,}"),
    ("password", r"(?i)\blogin\s+\S+\s+password\s+(\S+)"),
    ("password", r"(?i)\s(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"'/]+:([^\s\"'/\[]{4,})"),
    ("url-password", r"(?i)[a-z][a-z0-9+.-]*://[^\s/@:\"'<>`]*:([^\s/\"'<>`\[]+)@"),
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

# ── assignments by name, and e-mail ───────────────────────────────────────────────────────────────────────────────

_NAMES = (
    r"passwords?|passwd|passphrase|passcode|pwd|secrets?|credentials?|tokens?"
    r"|(?:api|access|auth|private|client|service|account|encryption|signing|master|session|shared)[_-]?(?:access[_-]?)?keys?"
)
_VALUE = r"([^\s\"'`\\,;(){}<>\[\]&|$]{4,})"
_CHINESE = "密码|密碼|口令|密钥|密鑰|令牌"


def _plausible(data: bytes, groups: list[tuple[int, int]]) -> bool:
    """Whether the value of an assignment can be a secret: no type, no number of tokens, no code, no placeholder."""
    name = data[slice(*groups[1])].decode().lower()
    value = data[slice(*groups[2])].decode("utf-8", "replace").rstrip(".")
    lowered = value.lower()
    if lowered in _NO_SECRETS or set(value) <= set("*x.-_#") or value.startswith(("$", "%", "/", "./", "process.env")):
        return False
    if "token" in name and not any(word in name for word in ("pass", "pwd", "secret")):
        return bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) and len(value) >= 6
    after = data[groups[2][1] : groups[2][1] + 1]
    return not (after in (b"(", b"[") or (re.fullmatch(r"[A-Za-z_]+(?:\.[A-Za-z_]+)+", value) and "://" not in value))


_NO_SECRETS = frozenset(
    """none null true false str string text bytes bool boolean int integer number float any object optional required
    undefined empty unset missing invalid wrong expired rejected changed reset forgotten hidden redacted secret password
    token value values default example placeholder type name field input hash hashed option config settings self this
    request response""".split()  # noqa: SIM905 - a list of 46 quoted words is harder to read
)

_PICTURES = ("png", "jpg", "jpeg", "gif", "webp", "svg", "ico", "avif")


def _is_mail(data: bytes, groups: list[tuple[int, int]]) -> bool:
    """Not the ``git@host:`` of a remote, and not the ``name@2x.png`` of a picture."""
    start, end = groups[0]
    if data.startswith(b"git@", start) and data[end : end + 1] == b":":
        return False
    return data[start:end].rsplit(b".", 1)[-1].decode().lower() not in _PICTURES


GUARDED: tuple[tuple[str, str, Guard | None], ...] = (
    (
        "secret",
        rf"(?i)((?:(?:{_NAMES})[A-Z0-9_]*|(?:\b|_)pass))[\\\"'\]]{{0,4}}\s{{0,4}}(?::=|=>|==?|:)\s{{0,4}}[\\\"'`@]{{0,4}}{_VALUE}",
        _plausible,
    ),
    (
        "secret",
        rf"(?i)(--?(?:[a-z]{{1,20}}-)?(?:{_NAMES}))\s{{1,2}}[\"']?{_VALUE}",
        _plausible,
    ),
    (
        "password",
        rf"(?i)\b(password|passphrase|passcode)\s+(?:is|was)\s+[\"'`]?{_VALUE}",
        lambda data, groups: bool(re.search(rb"[\d!@#%^*+=~-]", data[slice(*groups[2])])),
    ),
    (
        "password",
        rf"((?:{_CHINESE})(?:\s{{0,3}}(?:是|为|為|:|：|=)){{1,2}}\s{{0,3}})[\"'`“「]?([!-Z\^-~]{{4,}})",
        _plausible,
    ),
    (
        "e-mail",
        r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}\b",
        _is_mail,
    ),
)
"""Kind, pattern and guard; of two groups the last is the secret."""

# ── detect-secrets ────────────────────────────────────────────────────────────────────────────────────────────────

GROUP_IS_NOT_THE_SECRET = frozenset({"github-token", "gitlab-token"})
"""Detectors whose group holds the token's prefix, so that the whole match is the secret."""
_NOT_USED = frozenset({"Public IP (ipv4)", "Private Key"})
"""An address is no secret, and a key's first line alone is not the key (see ``BLOCK_BEGINS``)."""


def library_tokens() -> Iterator[tuple[str, str]]:
    """Kind and pattern of each of detect-secrets' regex detectors, in RE2's syntax.

    Imported here: the library brings an HTTP client along, which only redaction should pay for.
    """
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.base import RegexBasedDetector

    detectors: dict[str, Any] = get_mapping_from_secret_type_to_class()
    for name, detector in sorted(detectors.items()):
        if name in _NOT_USED or not issubclass(detector, RegexBasedDetector):
            continue
        kind = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        for regex in detector.denylist:
            flags = "(?i)" if regex.flags & re.IGNORECASE else ""
            source = re.sub(r"\s+", "", regex.pattern) if regex.flags & re.VERBOSE else regex.pattern
            yield kind, flags + _re2(source)


def _re2(source: str) -> str:
    """A pattern without look-around, which RE2 has not: what it excluded is masked along, never left."""
    return (
        re.sub(r"\(\?![^()]*\)", "", source.replace(r"(?:(?<=\W)|(?<=^))", r"(?:^|\W)"))
        .replace("]*?", "]*")
        .replace("{50,1024}", "{50,900}")
    )
