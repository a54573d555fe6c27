"""What stands where a secret would and is none: variables, paths, words that say that it is missing or masked."""

from __future__ import annotations

from threefold.systemone.tokens import drawn
from threefold.text.later import later

_PLACEHOLDERS = later(
    r"(?i)\[[a-z0-9 -]+\]?|[*x.\-_#•…·?]+"
    r"|\$\{.*|\$\(.*|\$(?-i:[A-Z_][A-Z0-9_]*|[A-Za-z_:.]+)|%[A-Z_]+%|%[-\d]*[sdrqvfxi]|%\(.*|\{\{.*|\{\w*\}|<[^<>\d]*>"
    r"|[\w$.]*(?:process\.env|os\.environ|getenv|import\.meta)\b.*|your[a-z_ -]*"
    r"|\.{0,2}/\w[\w.@-]*/.*|\.{1,2}/.*|/[\w-]+(?:\.[a-z]{1,5})?|~/.*"
    r"|(?-i:[a-z]+)(?=[A-Z])(?:password|passwd|secret|token|apikey)s?"
    r"|(?=[a-z0-9]*_)(?=\w*(?:key|secret|pass|token|cred|auth))(?-i:\w*[a-z]|[A-Z0-9_]*[A-Z])"
)


def is_placeholder(value: str) -> bool:
    """Whether it stands for a secret, or says that there is none: a variable, a path, a masked or a missing one."""
    value = value.rstrip(".,;:")
    return value.lower() in _NO_SECRETS or (
        _PLACEHOLDERS.fullmatch(value) is not None and not (value[:1] in "/$" and drawn(value[1:].encode()))
    )


_NO_SECRETS = frozenset(
    """none null nil true false str string text bytes byte bool boolean int integer number float any object optional
    required undefined empty unset missing invalid wrong expired rejected changed reset forgotten hidden redacted secret
    password token value values default example placeholder type name field input hash hashed option config settings
    self this request response await async new varchar unknown include omit same-origin""".split()  # noqa: SIM905
)
