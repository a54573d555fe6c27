"""Secrets that stand in a command without a name: what follows an option letter, or the names that a command sets."""

from __future__ import annotations

import itertools

from threefold.text.later import later

_REACH = 400
"""Bytes of a command's line that are looked through, from its name on."""
_MOST = 8
_WORD = rb"(?:\"([^\"\r\n]+)\"|'([^'\r\n]+)'|([^\s\"'`|;<>]+))"
_OPTIONS = {
    r"(?:docker|podman|nerdctl|buildah|skopeo|helm registry|oc|az|argocd|mongo\w*)(?: +login)": r"-p[= ]?",
    r"mongo(?:sh|dump|restore|export|import)?|sshpass": r"-p ?",
    r"mysql\w*|mariadb\w*": r"-p",
    r"7za?|7zr|rar|unrar": r"-h?p",
    r"sqlcmd|bcp|zip|unzip|zipcloak|ipmitool": r"-P ?",
    r"redis-cli": r"(?:-a|--pass) ?",
    r"ldap(?:search|add|modify|delete|passwd|whoami|compare)": r"-w ?",
    r"openssl": r"(?:-k |-pass(?:in|out)? pass:)",
    r"htpasswd": r"-\w*b\w* \S+ \S+ ",
    r"gh secret set|glab variable set": r"(?:-b|--body|-v|--value)[= ]",
    r"xfreerdp|wfreerdp": r"/p:",
    r"smbclient|rpcclient": r"-U ?[^\s%]+%",
    r"lftp": r"-u ?[^\s,]+,",
    r"vault login": r"(?!-)(?:token=)?",
    r"sqlplus|rman|expdp|impdp|sqlldr": r"[\w.$#]+/",
    r"https?|xhs?": r"(?:-a|--auth)[= ]?[^\s:]+:",
    r"mosquitto_(?:pub|sub|rr)": r"-P ?",
    r"psexec\w*": r"-p ?",
    r"doctl auth init": r"(?:-t|--access-token)[= ]",
    r"ngrok|netlify env:set|vercel env add": r"(?:(?:add-)?authtoken |login |[A-Z_]*[A-Z]_[A-Z_]+ )",
    r"vault kv (?:put|patch)|vault write|heroku config:(?:set|add)|eb setenv|kubectl create secret|oc create secret"
    r"|(?:fly|flyctl|doppler|supabase|railway|copilot|nomad var)(?: secrets?| variables?)?(?: set| put)":
        r"(?:-\S*from-literal[= ]|--set )?[\w.-]+=",
}  # fmt: skip
_COMMANDS = [
    (later(rf"(?i)(?:{name})(?:\.exe)?".encode()), later(rf"(?<=\s){option}".encode() + _WORD))
    for name, option in _OPTIONS.items()
]
_REFERENCE = later(rb"[$%][A-Za-z_{(]|[<{\[*]|[a-z]+:|\.{2}|$")
"""A variable, a placeholder, what was masked."""
NAMES = rf"(?i)\b(?:{'|'.join(_OPTIONS)})(?:\.exe)?\s"
"""Finds the commands; the white space behind one is part of it."""
PIPED = (
    r"\b(?:echo|printf)\s+(?:-[neE]+\s+)?(?:[\"']%s(?:\\n)?[\"']\s+)?(?:\"([^\"\n]+)\"|'([^'\n]+)'|([^\s|\"']+))\s*\|[^\n|]{0,80}"
    r"(?:--?(?:password|pass|passphrase|passwd)[_-]?(?:stdin|fd)|\bsudo\s+-S|\bchpasswd|\bpasswd\b)"
)
"""What is handed to a command that reads a password."""


def values(data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """The secrets that the command whose name stands at ``start:end`` is given on its line."""
    name, stop = data[start : end - 1], data.find(b"\n", end, end + _REACH)
    line = data[end - 1 : end + _REACH if stop < 0 else stop]
    found: list[tuple[int, int]] = []
    for known, option in _COMMANDS:
        if known.fullmatch(name):
            for match in itertools.islice(option.finditer(line), _MOST):
                low, high = match.span(match.lastindex or 0)
                if not _REFERENCE.match(line[low:high]):
                    found.append((end - 1 + low, end - 1 + high))
    return found
