"""Whether a step of a command line only looks: it may be run again and again, and nothing is other for it.

A look is no deed, and where it fails that is an answer. What is known of no program counts as a deed here; an order is
then carried out by it, so a family of looks is known by general rule: what a tool's sub-commands are called, and the
options with which every program only tells of itself or of what it would do.
"""

from __future__ import annotations

import posixpath
import re
import shlex

import msgspec

from threefold.text.later import later
from threefold.work.commands.git_looks import git_looks
from threefold.work.commands.queries import CLIENTS, asks, fetches
from threefold.work.commands.shell import MAX_COMMAND, Step, steps
from threefold.work.commands.writes import handed_on, unwrapped

_WORD = 100
"""Characters of a word in which an option or a verb is looked for."""
_DEEPEST = 4
"""How often a command that runs a command is looked into."""
_NOWHERE = later(r"/dev/(?:null|stdout|stderr|tty|fd/\d+)|&?-")
_SAYS = later(
    r"--(?:help|version|usage|dry-?run(?:=(?!false|none|0).*)?|simulate|just-print|what-?if|check(?:-only)?|"
    r"list(?:-[\w-]+)?|list-?tests|collect-only|scan|no-?emit|show-current-patch|spider)|-whatif|-check",
    re.IGNORECASE,
)
"""An option with which a program only says something: of itself, or what it would do."""
_MENDS = later(
    r"--(?:fix|write|in-?place|apply|save|delete|unsafe-fixes|output|vacuum|rotate|set|clear)\b.*|-delete|-fprint\w*|"
    r"-fls|-ok(?:dir)?|-inplace"
)
"""An option with which what looks changes something after all."""
_PROGRAMS = (
    "ls ll dir cat bat head tail tac rev grep egrep fgrep zgrep rg ag ack find fd fdfind wc sort uniq cut tr awk "
    "gawk mawk sed gsed nl less more zcat zless stat file du df ps top htop pstree pgrep ss netstat lsof which "
    "whereis type hash echo printf pwd date env printenv tree eza exa diff cmp comm join paste column fold jq yq "
    "xmllint xxd od hexdump strings true false test [ [[ (( : cd pushd popd sleep wait man info help tldr uname "
    "arch hostname whoami who w id groups last uptime free vmstat iostat mpstat sar lscpu lsblk lsmod lspci lsusb "
    "nproc nvidia-smi dmesg journalctl sysctl mount ip ifconfig route dig nslookup host whois ping ping6 traceroute "
    "tracepath mtr nc arp md5sum sha1sum sha256sum sha512sum shasum cksum base64 basename dirname realpath readlink "
    "seq expr getconf getent locale ldd nm objdump readelf size tokei cloc scc dpkg-query apt-cache zipinfo "
    "pg_isready jps jstack history set export shopt local declare unset read ulimit trap break continue exit return "
    "for case esac select let clear shellcheck json.tool yamllint hadolint"
)
_LOOKING = frozenset(_PROGRAMS.split())
_CHANGING = {
    "sed": r"-[nErsuz]*i.*", "gsed": r"-[nErsuz]*i.*", "yq": r"-[a-zA-Z]*i.*", "awk": r"-i|inplace",
    "gawk": r"-i|inplace", "sort": r"-[a-zA-Z]*o.*", "tree": r"-o", "date": r"-s.*", "sysctl": r"-[wp].*|[\w.]+=.*",
    "hostname": r"[^-].*", "mount": r"[^-].*|-a", "dmesg": r"-[cC]", "history": r"-[cdw]", "xxd": r"-r",
    "ip": r"add|del|delete|set|flush|change|replace|append", "ifconfig": r"up|down|\d.*", "route": r"add|del",
}  # fmt: skip
"""The words with which a program that looks changes something."""
_BY_OPTION = {
    "dpkg": r"-[lLsSpI]", "rpm": r"-[a-zA-Z]*q", "pacman": r"-(?:Q|F|S[si])", "crontab": r"-l", "iptables": r"-[LS]",
    "ip6tables": r"-[LS]", "tar": r"-?[a-wyzA-Z]*t[a-wyzA-Z]*$", "unzip": r"-[lvtpZ]", "make": r"-[a-zA-Z]*n",
    "rsync": r"-[a-zA-Z]*n", "kill": r"-(?:0|l)$", "gpg": r"-[kK]", "psql": r"-l$", "wget": r"-[a-zA-Z]*O-$",
    ".": r".*activate$", "source": r".*activate$",
}  # fmt: skip
"""The words with which a program that changes something only looks."""
_LOOK_VERBS = (
    "get list ls show describe status stat logs log top inspect info version versions diff plan lint check checks "
    "view search find help cat tail explain examine history outdated freeze tree doctor whoami is can current print "
    "preview validate verify output providers graph routes deps leaves policy metadata why fund ping events "
    "stats head filter query scan lookup wait read analyze template vet doc docs"
)
_DEED_VERBS = (
    "apply add annotate approve attach build bump cancel clean clone close cordon commit copy cp create delete del "
    "deploy destroy detach disable down drain drop edit enable exec expose fix flushall flushdb format fork import "
    "init install i invoke kill label launch merge mv move new patch pause prune publish pull purge push put reboot "
    "refresh reload remove rename reopen replace rerun reset resize restart restore resume rm rollback rotate run "
    "scale send set start stop submit sync tag taint terminate test trigger undo uninstall unlink unset up update "
    "upgrade upload use write"
)
_LOOKS, _DEEDS = frozenset(_LOOK_VERBS.split()), frozenset(_DEED_VERBS.split())
_ALONE = frozenset(("version", "config", "audit", "env"))
"""Verbs that look where nothing stands behind them, and may change something where it does."""
_TOOLS = frozenset(
    ("kubectl", "oc", "docker", "podman", "nerdctl", "docker-compose", "helm", "terraform", "tofu", "npm", "pnpm",
     "yarn", "pip", "cargo", "systemctl", "brew", "apt", "apt-get", "dnf", "yum", "redis-cli", "go")
)  # fmt: skip
"""Tools whose options may take a word with any look before the verb."""
_MORE = {
    "kubectl": "api-resources api-versions cluster-info wait", "docker": "ps images df port", "cargo": "clippy",
    "podman": "ps images df port", "docker-compose": "ps images port", "npm": "query",
    "redis-cli": "mget keys scan ttl pttl exists type strlen llen lrange scard smembers sismember hget hgetall hkeys "
    "hlen hmget zrange zcard zscore dbsize xlen xrange memory object",
}  # fmt: skip
"""What else the sub-commands of single tools are called."""
_NOUNS_FIRST = frozenset(("gh", "glab", "aws", "gcloud", "az", "doctl", "oci", "aliyun"))
"""Tools whose first word says of what, so that it is no verb unless it stands alone."""
_NO_VERBS = (
    "cp mv rm mkdir rmdir touch ln tee chmod chown chgrp install dd zip gzip gunzip scp sftp patch pkill killall "
    "truncate shred split vi vim nano emacs code open xdg-open su at mail dropdb createdb createuser useradd passwd "
    "tmux screen wget aria2c ffmpeg convert gcc cc clang javac java rustc pytest tox nox tar unzip rsync kill "
    "crontab bash sh zsh dash source . eval"
)
_FILES = frozenset(_NO_VERBS.split())
"""Programs whose words name files and people, not what is to be done."""
_CMDLET = later(r"(?i)(?:get|select|test|measure|compare|find|show|resolve|where|format|sort|out|write)-(?!file)[a-z]+")
"""What PowerShell calls that looks, and what shows it."""
_INTERPRETERS = later(r"python[\d.]*|node|deno|ruby|perl|php|bun")
_TELLS = later(r"import [\w., ]+|from [\w.]+ import [\w., ]+|print\([\w.\[\]'\", ]*\)")
_PLAIN = later(r"[a-zA-Z][\w:-]*")


def only_looks(step: Step) -> bool:
    """Whether a step only reads: its failure is an answer ("no match"), not something that went wrong."""
    return _looks(step, 0)


def _looks(step: Step, depth: int) -> bool:
    if depth > _DEEPEST or not all(map(_NOWHERE.fullmatch, step.outputs)):
        return False
    inner = _inner(step)
    if inner:
        return all(_looks(one, depth + 1) for one in inner)
    argv = unwrapped(step.argv)
    if not argv:
        return True
    program, whole = posixpath.basename(argv[0]), argv[1:]
    words = [word[:_WORD] for word in whole]
    if any(map(_MENDS.fullmatch, words)) and program not in ("curl", "gh", "glab", "git", "echo", "printf"):
        return False
    if any(map(_SAYS.fullmatch, words)) or words in (["-h"], ["-v"], ["-V"]):
        return True
    if program in _BY_OPTION and any(re.match(_BY_OPTION[program], word) for word in words):
        return True
    if program == "git":
        return git_looks(step)
    if program == "curl" or (program in ("gh", "glab") and words[:1] == ["api"]):
        return fetches(whole)
    if program in CLIENTS:
        return asks(whole, step.body)
    if program in _LOOKING or _CMDLET.fullmatch(program):
        return program not in _CHANGING or not any(re.fullmatch(_CHANGING[program], word) for word in words)
    if program == "tee":
        return all(map(_NOWHERE.fullmatch, words))
    if _INTERPRETERS.fullmatch(program):
        if words[:1] and not words[0].startswith("-"):  # a script, and what it is asked to do
            return _verb(posixpath.basename(words[0]), words[1:])
        return whole[:1] == ["-c"] and len(whole) > 1 and _tells(whole[1])
    return _verb(program, words if argv is step.argv else [program[:_WORD], *words])


def _tells(script: str) -> bool:
    """Whether a script imports and prints what is there, and does no more."""
    lines = [line.strip() for line in script[:MAX_COMMAND].replace(";", "\n").splitlines() if line.strip()]
    return bool(lines) and all(_TELLS.fullmatch(line) for line in lines)


def _inner(step: Step) -> list[Step]:
    """The commands that a step runs elsewhere, or on what it is handed."""
    words = step.argv[1:]
    if step.program == "ssh":
        while words and words[0].startswith("-"):
            words = words[2 if words[0] in _REMOTE_VALUE else 1 :]
        return steps(" ".join(words[1:])[:MAX_COMMAND]) if words[1:] else []
    if step.program in _CONTAINERS and "exec" in words[:6]:
        words = words[words.index("exec") + 1 :]
        if "--" in words:
            words = words[words.index("--") :]
        while words and words[0].startswith("-") and words[0] != "--":
            words = words[2 if words[0] in _INSIDE_VALUE else 1 :]
        return steps(shlex.join(words[1:])[:MAX_COMMAND])
    handed = handed_on(step)
    return [msgspec.structs.replace(step, argv=handed)] if handed else []


_CONTAINERS = frozenset(("docker", "docker-compose", "podman", "nerdctl", "kubectl", "oc"))
_INSIDE_VALUE = frozenset(("-e", "--env", "-u", "--user", "-w", "--workdir", "-n", "--namespace", "-c", "--container"))
_REMOTE_VALUE = frozenset(("-i", "-p", "-l", "-o", "-F", "-J", "-L", "-R", "-D"))
"""Options of ssh with a value of their own."""


def _verb(program: str, words: list[str]) -> bool:
    """Whether the sub-command of a tool looks: the first of its words that is known as what is done decides."""
    if program in _FILES:
        return False
    operands = [word for word in words if not word.startswith("-")][:4]
    if program in _NOUNS_FIRST and len(operands) > 1:
        found = [word for word in operands[1:] if word not in ("log", "logs")]
        operands = found if any(map(_kind, found)) else operands[:1]
    more = _MORE.get(program, "").split()
    for place, word in enumerate(operands):
        last = place + 1 == len(operands)
        if word.lower() in more:
            return True
        if program not in _TOOLS and program not in _NOUNS_FIRST and (place > 1 or not _PLAIN.fullmatch(word)):
            return False  # of a tool that is not known, a file or a name is no noun before the verb
        if word in _ALONE and (last or word in ("version", "audit")):
            return last
        if kind := _kind(word):
            return kind == "look"
    return False


def _kind(word: str) -> str:
    """``look`` or ``deed``, for a word that says what is done; else empty."""
    for verb in reversed(word.lower().split(":")):
        parts = verb.split("-")
        if verb in _DEEDS or parts[0] in _DEEDS or "fix" in parts:
            return "deed"
        if verb in _LOOKS or parts[0] in _LOOKS:
            return "look"
    return ""
