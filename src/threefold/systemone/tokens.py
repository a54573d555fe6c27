"""Tokens that show their kind: one table of what they begin with, and the few that are known by more than that.

A row says what the tokens are called when masked, which characters follow, how many at least, and the prefixes.
Capitals count for nothing: an audit compares some values in small letters. detect-secrets' rules stand beside this
table (see ``shapes.library``). The catalogues of Betterleaks (gitleaks' successor) and Kingfisher have Python packages,
which take 80 ms and 3.6 s to load, bring 54 and 35 MB, and report what is surely a live key, not all that may be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from threefold.text.later import later

_CHARACTERS = {"word": "[A-Za-z0-9_-]", "run": "[A-Za-z0-9]", "hex": "[0-9a-f]", "base": "[A-Za-z0-9+/=_-]",
               "dots": "[A-Za-z0-9._-]"}  # fmt: skip

_TABLE = """
api-key word 20: sk- sess- gsk_ xai- pplx- nvapi- tvly- lin_api_ lin_oauth_ PMAK- NRAK- NRAA- NRJS- NRII- NRRA- sntrys_
  sntryu_ sntryi_ glsa_ figd_ figo_ sb_secret_ pscale_ HRKU- ATATT3 ATBB ATCTT3 shippo_live_ shippo_test_ EAAC EAAG
  pcsk_ tskey- lsv2_ xkeysib- xsmtpsib- sq0atp- sq0csp- tgp_v1_ CFPAT- bkua_ CCIPAT_ CCIPRJ_ vercel_blob_rw_ cfut_
  cfat_ cfk_ jina_ csk- duffel_live_ duffel_test_ wandb_v1_ crates_io_ sgp_ sgamp_ apify_api_ ory_pat_ ory_at_ ory_rt_
  pat-na1- pat-eu1- FLWSECK- FLWSECK_TEST- signkey- esecret_ zpka_ waka_ crsr_ ddp_ ddo_ tr_dev_ tr_prod_ bb_live_
  y0_ access-production- access-sandbox- access-development- secret-live- secret-test- fio-u- tfp_ rdme_ ntfy_ abat_
  at_ ABSK bedrock-api-key- kdt_ nvapi-stg- nfp_ nfc_ nfo_ nfb_
api-key run 20: r8_ fw_ ntn_ sbp_ rnd_ phx_ phs_ glc_ secret_ vcp_ vca_ vci_ vcr_ vck_ LTAI AKLT AKID pnu_ pnb_ napi_
  xau_ squ_ sqp_ sqa_ aio_ re_ EZAK EZTK GOOG1E AKCp hvv_ gto_ ubdc_ sm_live_
api-key run 14: rzp_live_ rzp_test_
api-key hex 32: key- key_ fc- rubygems_ e2b_ pul- sk_ CLOJARS_ lsv2_pt_
api-key dots 20: dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. AQ. mlsn. dt0c01. dt0s01. sl.
docker-token word 20: dckr_pat_ dckr_oat_ dckr_sat_
fly-token base 20: fm1_ fm2_ fm1r_ fm2r_ fo1_
github-token run 30: ghp_ gho_ ghu_ ghs_ ghr_
github-token word 22: github_pat_
gitlab-token dots 20: glpat- gldt- glrt- glrtr- glsoat- glcbt- glimt- glptt- glagent- gloas- glffct- glft- glwt-
google-api-key word 35: AIza
google-oauth-token word 20: ya29. GOCSPX- 1//0
hugging-face-token run 30: hf_ api_org_
stripe-access-key base 20: whsec_
npm-token run 36: npm_
pypi-token word 50: pypi-
digitalocean-token hex 64: dop_v1_ doo_v1_ dor_v1_
shopify-token hex 32: shpat_ shpca_ shppa_ shpss_
databricks-token hex 32: dapi
vault-token word 24: hvs. hvb. hvr.
1password-token base 40: ops_eyJ
"""

_MORE: tuple[tuple[str, str], ...] = (
    ("slack-token", r"(?i)\bxox[a-z](?:[.-][0-9a-z]+)*-[0-9a-z]{6,}(?:-[0-9a-z]+)*|\bxapp(?:-[0-9a-z]+)+"),
    ("sendgrid-key", r"(?i)\bSG\.[\w-]{16,}\.[\w-]{16,}"),
    ("twilio-key", r"\b(?:AC|SK|ac|sk)[0-9a-f]{32}\b"),
    ("airtable-token", r"(?i)\bpat[a-z0-9]{14}\.[0-9a-f]{64}"),
    ("terraform-token", r"(?i)\b[a-z0-9]{14}\.atlasv1\.[\w-]{40,}"),
    ("aws-access-key", r"(?i)\b(?:a3t[a-z0-9]|abia|acca|akia|asia)[0-9a-z]{16}\b"),
    ("aws-secret", r"(?i)\b(?:akia|asia)[0-9a-z]{16}[\s,:;\"'|]{1,5}([a-z0-9/+]{40})"),
    ("azure-secret", r"(?i)[a-z0-9_~.]{3}\dQ~[\w~.-]{31,34}"),
    ("baidu-key", r"(?i)\bbce-v3/ALTAK-[a-z0-9]{20,}/[0-9a-f]{40}"),
    ("paypal-token", r"(?i)\baccess_token\$(?:production|sandbox)\$[0-9a-z]{12,}\$[0-9a-f]{32}"),
    ("nuget-key", r"(?i)\boy2[a-z0-9]{43}\b"),
    ("crates-token", r"(?i)\bcio[a-z0-9]{32}\b"),
    ("api-key", r"\b(?:prod|dev|preview):[a-z0-9-]+\|[A-Za-z0-9+/=]{40,}"),
    ("asana-token", r"\b[012]/\d{13,18}:[0-9a-f]{32}"),
    ("api-key", r"\b[0-9a-f]{36}NRAL\b|\bv1\.0-[0-9a-f]{24}-[0-9a-f]{100,}"),
    ("api-key", r"(?i)\b(?:sdk|api|mob)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"),
    ("api-key", r"\b(?:IGQV|AQE|AQX|AAAAAAAAAA|EAAA|cmVmdGtu|dG9r|eyJrIjoi)[A-Za-z0-9%_-]{40,}"),
    ("api-key", r"\bGOOG[A-Z0-9]{50,60}\b|\b[xyz]prv[1-9A-HJ-NP-Za-z]{100,}"),
    ("stripe-access-key", r"(?i)\b[rs]k_(?:[a-z]{2,8}_){1,3}[0-9a-z]{16,}"),
    ("private-key", r"[\"'](?:d|p|q|dp|dq|qi)[\"']\s*:\s*[\"']([A-Za-z0-9_-]{40,})"),
    ("json-web-token", r"(?i)\beyJ[a-z0-9_-]{8,}\.[a-z0-9_=-]{8,}(?:\.[a-z0-9_.+/=-]*)?"),
    ("password-hash", r"\$(?:1|2[abxy]|5|6|y|apr1|argon2id?)\$[./A-Za-z0-9$=,+-]{20,}"),
)
"""Where there is a group, it is the secret."""

_DRAWN: tuple[tuple[str, str], ...] = (
    # Who makes keys says in them of what sort they are.
    (
        "api-key",
        r"\b[A-Za-z0-9]{2,12}[_-](?i:live|prod|production|sandbox|secret|pat|api|token|key|sk)[_-](?:v\d_)?"
        r"[A-Za-z0-9]{14,}",
    ),
    ("api-key", r"(?i)\bre_[a-z0-9]{6,12}_[a-z0-9]{20,}"),
    ("api-key", r"\b(?:ak|as|pa|ps)-[A-Za-z0-9]{22,}|\b00[A-Za-z0-9]{38,40}\b|\bs\.[A-Za-z0-9]{24}\b"),
    ("api-key", r"\b[0-9a-f]{32}\.[A-Za-z0-9]{16}\b|\b[A-Za-z0-9]{32}\.[A-Za-z0-9]{16}\b"),
    ("wallet-key", r"\b[5KL][1-9A-HJ-NP-Za-z]{50,51}\b"),
)
"""What identifiers begin with as well: only what looks drawn by lot is one."""
_WORDS_TOO = frozenset(("key-", "key_", "secret_", "sess-", "tr_dev_", "tr_prod_", "ntfy_", "signkey-", "AQ."))


def varied(token: bytes) -> bool:
    """A digit, or capitals among small letters: not words with hyphens between them."""
    return bool(re.search(rb"\d", token)) or not (token.islower() or token.isupper())


_TURNS = later(rb"(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Za-z])|(?<=[A-Z]{2})(?=[a-z])")
_NOT_DRAWN = later(rb"[0-9a-f-]{12,}|[0-9A-F-]{12,}|\d{4}-\d\d-\d\d.*|v?\d+(?:[._]\d+)+[\w.+-]*|0x[0-9a-fA-F]+")


_SIGNED = later(rb"(?![@#$])[\w!@#^~%*?$&+-]*[!@#^~?$][\w!@#^~%*?$&+-]*")


def drawn(token: bytes) -> bool:
    """Whether no one would think of it as a word: letters and digits by turns, or a sign among both. Not a hash, a
    UUID, a date, a version, a name with a number at its end."""
    if (
        len(token) < 6
        or _NOT_DRAWN.fullmatch(token)
        or not (re.search(rb"\d", token) and re.search(rb"[a-zA-Z]", token))
    ):
        return False
    if _SIGNED.fullmatch(token):
        return True
    turns, size = len(_TURNS.findall(token[:60])), min(len(token), 60)
    several = size < 16 or turns > size // 3 or len(re.findall(rb"\d+", token[:60])) > 1
    return size >= 8 and several and turns >= max(3, size // 6)


def rows() -> Iterator[tuple[str, list[str], str, int]]:
    """Kind, prefixes, the class of the characters that follow, and how many follow at least."""
    for row in _TABLE.replace("\n  ", " ").strip().splitlines():
        head, _, prefixes = row.partition(": ")
        kind, characters, least = head.split()
        yield kind, prefixes.split(), _CHARACTERS[characters], int(least)


def patterns() -> Iterator[tuple[str, str, Callable[[bytes], bool] | None]]:
    """Kind, pattern, and the test that what its group holds, or all of it, must pass to be a token."""
    every = ["AKIA", "ASIA", "xox[a-z]-", "[rs]k_live_", "eyJ", r"SG\."]
    for kind, prefixes, characters, least in rows():
        every += [re.escape(one) for one in prefixes if one not in _WORDS_TOO and (len(one) > 3 or one[-1:] == "-")]
        yield kind, rf"(?i)\b(?:{'|'.join(map(re.escape, prefixes))})({characters}{{{least},}})", varied
    # What a cut leaves of one: by the ellipsis, or where the text ends.
    yield "cut-token", rf"(?i)\b(?:{'|'.join(every)})[\w.+/=-]*(?:…|\.\.\.)", None
    every.remove("eyJ")
    yield "cut-token", rf"(?i)\b(?:{'|'.join(every)})[\w+/=-]{{8,}}\z", drawn
    yield from ((kind, pattern, None) for kind, pattern in _MORE)
    yield from ((kind, pattern, drawn) for kind, pattern in _DRAWN)
