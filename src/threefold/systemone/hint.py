"""Whether a short text may hold a secret at all, told without loading what finds it.

A hook writes some kilobytes and is waited for; to load RE2 and the rules costs it more than all of its writing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from threefold.text.later import later

LIBRARY_HINT = (
    r"A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA|[\'\"][0-9a-zA-Z/+]{40}[\'\"]|AKC[a-zA-Z0-9]{10}|AP[0-9A-F][a-zA-Z0-9]{8}|AccountKey="
    r"|://[^ \t\n\f\r@/]+@|gh[opusr]_|gl(?:pat|[dfr]t|soat|cbt|imt|ptt|agent|oas)-|GR1348941"
    r"|\.[a-zA-Z\d_-]{6}\.[a-zA-Z\d_-]{27}"
    r"|(?i:(?:key|pwd|pw|pass|password|token)[\"']?\]? *[=: ][=:> ]*[\"']?[a-z0-9_-]{24})|eyJ[A-Za-z0-9_=-]+\."
    r"|-us\d|_authToken=|T3BlbkFJ|pypi-Ag|SG\.[a-zA-Z0-9_-]{22}\.|(?i:xox[abpors]-|hooks\.slack\.com|.softlayer.com)"
    r"|sq0csp-|[rs]k_live_|\d{8}:[0-9A-Za-z_-]{35}|(?:AC|SK)[a-z0-9]{32}"
)
"""Stands in every text in which a rule of :func:`library` matches, and in few others."""

_NAMED = r"(?:pass|pwd|secret|credential|token|key)"
_HINT = later(
    rf"{_NAMED}[a-z0-9_]*[\\\"'\]]{{0,4}}\s{{0,4}}[:=]|pass[a-z]*\s+(?:is|was)\s|-[a-z_-]*{_NAMED}[a-z0-9_]*\s"
    r"|[密口令][码碼令钥鑰牌]\s{0,3}[是为為:：=]|[a-z0-9%+_.-]@[a-z0-9-]+\.|://[^ \t\n\f\r/]+@|[?&](?:x-|sig|code|key)"
    r"|authorization|bearer\s|cookie[\\\"']{0,3}\s{0,3}:|auth[\\\"']|login\s+[^ \t\n\f\r]+\s+pass"
    r"|\s(?:-u|--(?:proxy-)?user)[ =]?[\"']?[^ \t\n\f\r:\"'/]+:|\$(?:1|2[abxy]|5|6|y|apr1|argon2id?)\$"
    r"|eyj|atlasv1|webhooks/"
    r"|private key|-----|putty|age-secret|private-mac|(?:akia|asia|dapi|sg\.)[a-z0-9_.+/=-]*…"
    r"|(?<![a-z0-9_])(?:sk-|gsk_|xai-|pplx-|nvapi-|tvly-|lin_api_|pmak-|nrak-|sntry|glsa_|figd_|sb_secret_|pscale_|dp\.pt\."
    r"|hrku-|atatt3|atbb|atctt3|shippo_live_|eaac|aq\.|r8_|fw_|ntn_|nfp_|sbp_|rnd_|phx_|glc_|secret_|key-[0-9a-f]|fm[12]"
    r"|dckr_|gh[a-z]_|github_pat_|glpat-|aiza|ya29\.|gocspx-|hf_|api_org_|xox[a-z]-|xapp-|[rs]k_(?:live|test)_|whsec_|npm_"
    r"|pypi-|do[opr]_v1_|shp(?:at|ca|pa|ss)_|dapi[0-9a-f]|hv[sbr]\.|pat[a-z0-9]{14}\."
    r"|(?:a3t[a-z0-9]|abia|acca|akia|asia)[0-9a-z]{16})",
    re.IGNORECASE,
)
_OF_THE_LIBRARY = later(LIBRARY_HINT)
_LITERALS = tuple(
    """pass pwd secret credential token key 密 口令 令牌 @ sig= signature= code= auth bearer cookie -u --user
    --proxy-user $ eyj atlasv1 webhooks/ private ----- putty age-secret sk- gsk_ xai- pplx- nvapi- tvly-
    lin_api_ pmak- nrak- sntry glsa_ figd_ sb_ pscale_ dp.pt. hrku- atatt3 atbb atctt3 shippo_ eaac aq. r8_
    fw_ ntn_ nfp_ rnd_ phx_ glc_ fm1 fm2 dckr_ gh glpat- aiza ya29. gocspx- hf_ api_org_ xox xapp- sk_ rk_ whsec_
    npm_ pypi- dop_ doo_ dor_ shpat_ shpca_ shppa_ shpss_ sbp_ dapi hvs. hvb. hvr. pat a3t abia acca akia asia
    sg.""".split()  # noqa: SIM905 - a list of ninety quoted words is harder to read
)
"""One of them stands in every text that ``_HINT`` finds something in; they are looked for in a tenth of its time."""
_SHORT = 50_000
"""Characters up to which texts are looked through here; in more of them RE2 looks in less time."""


def may_hold_a_secret(texts: Sequence[str]) -> bool:
    """Whether a rule of ``shapes`` can match in one of the texts; surely not, where this says no."""
    return sum(map(len, texts)) > _SHORT or any(map(_may, texts))


def _may(text: str) -> bool:
    if _OF_THE_LIBRARY.search(text):
        return True
    folded = text.casefold()
    return any(literal in folded for literal in _LITERALS) and bool(_HINT.search(text))
