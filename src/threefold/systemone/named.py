"""Secrets by the name that stands beside them: which words are such names, what may stand between name and value,
where a value ends, and what is no secret although it is named.

A name is found first; what follows it is read from there on, in steps that each look a bounded way ahead. Where the
value is itself a name with a value, the inner one is read in its turn.
"""

from __future__ import annotations

import re

from threefold.systemone.placeholders import is_placeholder
from threefold.systemone.tokens import drawn
from threefold.text.later import later

_PASSWORDS = (
    r"passwords?|passwd|passphrases?|passcodes?|pwd|(?:user|db|root|key|store)pass|secrets?|credentials?"
    r"|passw[oö]rte?r?|kennw[oö]rt|geheimnis|mots? de passe|contrase[nñ]as?|clave secreta|senha|parola|wachtwoord"
    r"|has[lł]o"
    r"|heslo|lösenord|passord|adgangskode|salasana|jelsz[oó]|şifre|sifre|mật khẩu|kata sandi|parol|пароль|пароля|секрет"
    r"|パスワード|暗証番号|シークレット|비밀번호|암호|סיסמה|كلمة (?:المرور|السر)|पासवर्ड|รหัสผ่าน|κωδικός"
    r"|密码|密碼|口令|密钥|密鑰|秘钥|秘鑰|私钥|私鑰|授权码|授權碼"
)
_TOKENS = r"tokens?|jeton|токен|トークン|토큰|令牌"
_KEYS = (
    r"(?:api|access|auth|private|client|service|account|encryption|signing|master|session|shared|pre-?shared|admin|deploy"
    r"|secret|host|license|ssh|webhook)[ _.-]?(?:access[_-]?)?keys?(?:[_-](?:data|base))?"
    r"|ключ|schlüssel|clé api|API ?キー"
)
_PHRASES = r"mnemonic|(?:seed|recovery|backup|secret|wallet)[ _-]?(?:phrase|words)|助记词|助記詞"
NAMES = (
    rf"(?i)(?:{_PHRASES}|{_KEYS}|{_PASSWORDS}|{_TOKENS}"
    r"|(?:\b|_)(?:pass|pw|psk|_?auth|(?:totp |otp )seed)\b)[A-Za-z0-9_]{0,40}"
    r"|[a-z0-9][_.-]key\b|(?-i:[a-z0-9](?:Key|Pass|Pw)\b|[A-Z0-9](?:_SK|_SESSION|PASS|_PAT)\b)"
)
"""The words, in any place of a longer name."""
# What the rest of a name says when it names something about a secret, and not the secret.
_ABOUT = later(
    r"(?i)(?:_|\b)(?:name|file|path|dir|ur[li]|endpoint|id|type|kind|count|ttl|expir\w*|len|length|field|label|policy"
    r"|arn|ref|env|var|prefix|suffix|version|limit|usage|used|budget|at|date|time|alg|algorithm|manager|store|provider|class|format|regex"
    r"|pattern|rule|error|hint|status|required|enabled|min\w*|max\w*)$|iz(?:er|e|ed|ation)s?$|less$"
    r"|(?:Name|File|Path|Type|Count|Id|Ref|Ur[li]|Version|Length|Field)$"
)
_PLAIN_KEYS = later(
    r"(?i)(?:^|[_.-]|(?<=[a-z]))(?:public|primary|foreign|cache|sort|partition|storage|lookup|dedupe?|idempotency|object|s3|hash|group|route|query"
    r"|translation|i18n|pub|map|dict|redis|registry|index|unique|composite|surrogate|config|setting|feature|locale|file|row"
    r"|bucket|shortcut|hot|modifier|ctrl|any|press|no|by|known_hosts|react|data|item|event|message|state|search|order)[_.-]?keys?$"
)

_ANSI = r"\x1b\[[0-9;]*m"
_BLANK = r"(?:[ \t]|\xc2\xa0|\xe3\x80\x80|" + _ANSI + ")"
_QUOTES = r"\\{0,3}[\"'`]|\xe2\x80[\x98-\x9f]|\xe3\x80[\x8c-\x8f]|\xc2[\xab\xbb]"
_CLOSE = rf"(?:{_QUOTES}|\*\*|__|[*_\])~]|{_ANSI}|</?(?:b|i|strong|em|code|td|th|span|dt|dd|kbd)>)"
_TYPE = (
    r"[A-Za-z_]\w{0,30}(?:(?:\.|::)\w{1,30}){0,3}(?:[\[<][\w.,:| '\"&]{0,40}[\]>])?[?!*]{0,2}"
    r"(?: ?\| ?[\w.]{1,20}){0,2}"
)
_TYPED = (
    rf"(?::\s?[&*]?(?:'\w{{1,12}} |mut )?{_TYPE}"
    r"|(?<=[ \t])(?:[Aa]s )?(?:[Ss]tring|str|char|text|varchar)\b|\[\d{0,6}\])"
    r"(?:\s{1,4}=(?=\s{0,4}[^\s=>])|=(?=[\"']))"
)
"""A declaration's type, between the name and the sign for its value."""


def _bytes(text: str) -> str:
    """Characters as their bytes in UTF-8, for a pattern that is written in Latin-1."""
    return text.encode().decode("latin-1")


_BECOMES = _bytes("(?:已经|已|重新)?(?:改成|改为|设成|设为|设置成|设置为|换成|更新为)(?:了)?|是|为|為")
_JOINS = _bytes("for|of|to|on|at|für|zu|zur|vom?|de|del|du|des|pour|para")
_SAYS = _bytes(
    "(?:is|was|ist|war|est|es|(?:should|will|must) be)(?:[ \\t]+(?:now|set to))?"
    "|lautet|heißt|bleibt|wird|sera|será|era|è|é"
)
_CHANGED = (
    r"(?:(?:has|have|had|been|was|wurde|se|a|\xc3\xa9t\xc3\xa9|ha|sido) +){0,3}[a-z\x80-\xff]{3,14} +"
    r"(?:to|auf|en|a|por|in|\xc3\xa0)(?=\s)|" + _bytes("(?:は|が|を|는|은|를)")
)
"""What became of it ("has been changed to", "wurde geändert auf"), or a particle: only what is no word counts then."""
_BETWEEN = later(
    # The value's own label, in a pair of JSON, YAML, XML or HCL.
    (
        rf"(?P<pair>{_CLOSE}{{0,4}}(?:\s?=\s?(?=\{{))?[\s,;{{>]{{0,40}}(?:(?:type|description|sensitive|nullable)\s{{0,4}}=[^\n]{{0,200}}\n\s{{0,40}}){{0,3}}"
        r"[\"']?(?:[vV]alue|default|content|literal|secretValue)[\"']?\s{0,4}[:=>]\s{0,4}"
        r"|</\w{1,20}>\s{0,20}<(?:(?:string|value)>|input\b[^<>\n]{0,200}?\bvalue=))"
        r"|(?P<cell></(?:td|th|dt|label)>\s{0,20}<(?:td|th|dd)\b[^<>\n]{0,100}>)"
        r"|(?P<part>\"(?:\r?\n){2})"
        r"|(?P<quoted>\\u0022\s?:\s?\\u0022)"
        rf"|{_CLOSE}{{0,6}}{_BLANK}{{0,40}}(?:\([^()\n]{{1,40}}\)(?=\s?:)|\xef\xbc\x88[^()\n]{{1,60}}?\xef\xbc\x89)?(?:"
        rf"(?P<typed>{_TYPED})"
        r"|(?P<assign>:=|\?=|\+=|={1,3}(?!>)|\xef\xbc\x9d|%3[dD])"
        r"|(?P<fallback>or(?=\s)|\|\||\?\?|,(?=\s?[\"']))"
        r"|(?P<colon>::?|\xef\xbc\x9a|%3[aA])"
        r"|(?P<arrow>=>|->|\xe2\x86\x92)"
        r"|(?P<dash>(?:-|\xe2\x80[\x93\x94]|\||,|\.{2,20})(?=[ \t]))"
        rf"|(?P<copula>(?:{_JOINS})[ \t]+(?:[\w@.:/'\x80-\xff-]+[ \t]+){{1,4}}?(?<=:[ \t])"
        rf"|(?:(?:{_JOINS})[ \t]+(?:[\w@.:/'\x80-\xff-]+[ \t]+){{1,4}}?)?"
        rf"(?:(?:{_SAYS})[ \t]*:?|(?:from[ \t]+\S{{1,80}}[ \t]+)?to|:)(?=\s)"
        rf"|{_BECOMES})"
        rf"|(?P<said>{_CHANGED})"
        r"|(?P<call>(?:\.\w{1,20})?\()"
        r"|(?P<apposed>(?<=[\x80-\xff])(?=\xe3\x80[\x8c\x8e]|\xe2\x80[\x98\x9c]))"
        rf"|(?P<bare>(?<=[ \t])(?=\S)))(?:\xe6\x98\xaf|:|\xef\xbc\x9a)?{_BLANK}{{0,40}}"
    ).encode("latin-1")
)
_INDENTED = later(
    rb"(?:[|>][-+]?\d?)?[ \t]*(?:(?:#|//)[^\n]{0,200})?\r?\n[ \t]{1,40}(?![-#])|\r?\n(?=[\"'])"
    rb"|[ \t]{0,8}(?:#|//)[^\n]{0,200}\n(?=[^\s:]{6,200}+(?:[\s]|$))"
    rb"|(?:#|//)[ \t]*(?:[A-Za-z][A-Za-z'-]{0,20}[ \t]+){1,6}(?=\S{6})"  # the same in one line
    rb"|[ \t]{0,8}(?:\r?\n|[\r\v]){1,2}[ \t]{0,40}(?=[^\s:]{6,200}+(?:[\s]|$))"
)
_TAG = later(rb"(?:![\w!/.-]{1,40}|&\w{1,40})[ \t]+")
_OPEN = later((rf"(?:\*{{1,3}}|_{{2}}|{_ANSI}|<(?:b|code|td|th|span|strong|dd)>|&quot;)[ \t]{{0,4}}").encode("latin-1"))
_QUOTED = later(
    rb"(?P<q>\"\"\"|''')(?P<a>.{1,4000}?)(?P=q)|\"(?P<b>(?:[^\"\\\n]|\\[^\n]){1,8000}+)\"|'(?P<c>(?:[^'\\\n]|\\[^\n]){1,8000}+)'"
    rb"|`(?P<d>[^`\n]{1,8000}+)`|(?P<e>\\{1,3}[\"'])(?P<f>[^\n]{1,4000}?)(?<!\\)(?P=e)"
    rb"|\xe2\x80[\x98-\x9f](?P<g>[^\n]{1,600}?)\xe2\x80[\x98-\x9f]|\xe3\x80[\x8c\x8e](?P<h>[^\n]{1,600}?)\xe3\x80[\x8d\x8f]"
    rb"|\xc2\xab(?P<i>[^\n]{1,600}?)\xc2\xbb",
    re.DOTALL,
)
_RUN = later(rb"[^\s\x00\x1b]{1,600}+")
_CLOSED = later(
    rb"[\"'`](?=[\s,;:.)\]}>|&]|$)|\\+(?:[nrt\"'`]|u0022)|</?[A-Za-z]|,(?=[\"'])|[,;&](?=\s*[\"']?[A-Za-z_][\w.-]{0,60}[\"']?\s?[:=])|\xc2\xa0"
    rb"|\xe3\x80[\x80-\x8f]|\xef\xbc[\x8c\x9b\x81\x89\x9f]|\xe2\x80[\x98-\x9f]|(?<=[!-~]{4})(?=[\xe3-\xed])"
)
"""Where an unquoted value ends before white space does: at a quote that closes, at the next name, in other writing."""
_INNER = later(
    rb"(?i)[\w.-]{0,40}(?:pass(?:word|wd|phrase)?|pwd|pw|secrets?|credentials?|tokens?|keys?)\w{0,20}[\"'`]?\s?[:=]"
)
_ANOTHER = later(rb"\s?[:=](?=\s)")
_PHRASE = later(rb"[a-z]+(?: [a-z]+){3,24}")


def values(data: bytes, start: int, end: int, reach: int) -> tuple[list[tuple[int, int]], int]:
    """The secrets of the name that stands at ``start:end``: the one behind it, and those in its list or map. A list
    that begins before ``reach`` stands in one that was looked through; how far that is now is given too."""
    low = start
    while low > start - 60 and low > 0 and data[low - 1] in _NAME_BYTES:
        low -= 1
    name = data[low:end].decode("utf-8", "replace")
    if not of_secret(name) or data.startswith((b" redacted]", b"----"), end):
        return [], reach
    found = _value(name, data, low, end)
    spans = [found] if found is not None else []
    if end >= reach and (_WELL_KNOWN.search(name) or _IS_TOKEN.search(name)) and (holder := _HOLDER.match(data, end)):
        stop = data.find(holder[1].translate(_CLOSERS), holder.end(), holder.end() + _HELD)
        reach = holder.end() + _HELD if stop < 0 else stop + 1
        spans += _held(data, holder.end(), reach)
    return spans, reach


_HELD = 2000
"""Bytes of a list or map that are looked through."""
_CLOSERS = bytes.maketrans(b"[{(", b"]})")
_HOLDER = later(rb"[\\\"'`]{0,4}\s?(?:=>|:?=|:)\s{0,4}([\[{(])")
_ENTRY = later(
    rb"(?:([\w.-]{1,60}+)[\\\"']{0,4}\s?(?:=>|[:=])\s?)?(?:\\{0,3}[\"'](?P<quoted>[^\"'\\\n]{4,400}+)\\{0,3}[\"']"
    rb"|(?<=[\s:=,\[{(])(?P<plain>[^\s\"',\[\]{}()]{6,400}+)(?=[\s,\]})]))"
)


def _held(data: bytes, start: int, stop: int) -> list[tuple[int, int]]:
    """What no one would think of as a word, behind whatever key that says nothing about secrets."""
    return [
        one.span(kind)
        for one in _ENTRY.finditer(data, start, stop)
        if (kind := "plain" if one["quoted"] is None else "quoted")
        and not _ABOUT.search((one[1] or b"").decode())
        and drawn(one[kind])
        and not is_placeholder(one[kind].decode("utf-8", "replace"))
    ]


def _value(name: str, data: bytes, low: int, end: int) -> tuple[int, int] | None:
    """The secret behind a name that stands at ``low:end``, or in its element; None where there is none."""
    if data[low - 1 : low] == b"<" and (element := _ELEMENT.match(data, end)):
        return _taken(name, data, element.span(1), "element")
    if _ATTRIBUTE.search(data, max(0, low - 12), low) and (element := _NAMED_ELEMENT.match(data, end)):
        return _taken(name, data, element.span(1), "element" if element[2] else "bare")
    between = _BETWEEN.match(data, end)
    if between is None:
        return None
    place, how = between.end(), between.lastgroup or ""
    if how == "bare" and name.startswith("-"):
        how = "flag"  # an option of a command
    if how in ("colon", "assign") and (indented := _INDENTED.match(data, place)):
        how = "block" if data[place : place + 1] in (b"|", b">") else "below"
        place = indented.end()
    if how == "typed":
        how = "assign"
    if how in ("colon", "assign") and (tag := _TAG.match(data, place)):
        place = tag.end()
    if how == "assign" and data[end : place + 1].strip(b"\"'`")[:1] == b"=" and name.isupper():
        how = "shell"
    for _ in range(4):
        if (opened := _OPEN.match(data, place)) is None:
            break
        place = opened.end()
    if quoted := _QUOTED.match(data, place):
        group = next(key for key in "abcdfghi" if quoted[key] is not None)
        return _taken(name, data, quoted.span(group), how, quoted=True)
    return None if how == "fallback" else _unquoted(name, data, place, how)


_NAME_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:")
_ATTRIBUTE = later(rb"\s(?:name|key|property|param|setting|field)\s?=\s?\\?[\"']\Z")
_NAMED_ELEMENT = later(rb"\\?[\"'](?:\s[^<>\n]{0,200})?(?<!/)>\s{0,40}([^<\s][^<\n]{2,600}+)(</)?")
_ELEMENT = later(rb"(?:\s[^<>\n]{0,200})?>\s{0,40}([^<\s][^<]{2,600})</")


def _unquoted(name: str, data: bytes, place: int, how: str) -> tuple[int, int] | None:
    """A run of characters to the next white space, or to where a list, a text or a quote around it goes on."""
    if data[place : place + 1] in (b"(", b"[", b"{", b"<", b'"', b"'"):
        place, how = place + 1, "bare"
        if data[place : place + 1] in (b'"', b"'", b"\\"):
            return None  # see _held
    if _INNER.match(data, place, place + 110) or b"\xe3" <= data[place : place + 1] <= b"\xed":
        return None  # a name in its turn, or words of Chinese, Japanese or Korean
    run = _RUN.match(data, place)
    if run is None or data[place : place + 1] == b"[":
        return None
    if phrase := _is_phrase(name) and how != "bare" and _PHRASE.match(data, place):
        return phrase.span()
    text = run[0]
    if closed := _CLOSED.search(text):
        text = text[: closed.start()]
    if (re.fullmatch(rb"[\w.-]{1,60}[:=]", text) and not drawn(text[:-1])) or _ANOTHER.match(data, place + len(text)):
        return None  # a name in its turn
    while text and (text[-1:] in b".,;:*|" or (text[-1:] in b")]}>" and not re.search(rb"[(\[{<]", text))):
        text = text[:-1]
    taken = _taken(name, data, (place, place + len(text)), how)
    while taken and len(text) == 600 and (more := _RUN.match(data, taken[1])):
        taken, text = (place, more.end()), more[0]
    return taken


def _taken(name: str, data: bytes, span: tuple[int, int], how: str, quoted: bool = False) -> tuple[int, int] | None:
    """The span, where what stands there can be the secret of that name."""
    value = data[slice(*span)]
    if len(value) < (3 if quoted else 4) or b" redacted]" in value or is_placeholder(value.decode("utf-8", "replace")):
        return None
    after = data[span[1] : span[1] + 2]
    return span if _fits(name, value, how, after, quoted=quoted or how == "element") else None


def _fits(name: str, value: bytes, how: str, after: bytes, *, quoted: bool) -> bool:
    """Whether what is said of a name so can be its secret: no type, no count, no code, no prose."""
    mixed = bool(re.search(rb"\d", value) and re.search(rb"[A-Za-z]", value)) and len(value) >= 6
    if _is_phrase(name) and quoted:
        return True
    if name.endswith("_PAT"):  # a personal access token, or a pattern
        return drawn(value) and re.fullmatch(rb"[\w.~-]+", value) is not None
    if not quoted and ((_CODE.match(value) and not re.search(rb"[)\]]\w", value)) or after[:1] in (b"(", b"[")):
        return drawn(value)
    words = value.split()
    if len(words) > 4 or (len(words) > 1 and re.fullmatch(rb"[A-Za-z ,.'?!-]+|[^\x00-\x7f]+.*", value, re.DOTALL)):
        return False
    if how in ("bare", "call", "said", "dash", "arrow", "fallback", "below", "cell"):
        return drawn(value) if not (how == "below" and quoted) and how != "cell" else mixed
    if name.lower().endswith("seed"):
        return re.fullmatch(rb"[A-Z2-7 ]{16,}=*", value) is not None
    if how in ("copula", "apposed"):
        return drawn(value) or (not re.search(r"(?i)token|key|auth|[钥鑰]", name) and _SIGN.search(value) is not None)
    if _SHORT.search(name) and (name[-4:].lower() == "auth" or how not in ("assign", "shell")):
        return drawn(value) or (mixed and not _SHORT.fullmatch(name))
    if _IS_KEY.search(name) and not _WELL_KNOWN.search(name):
        return mixed and len(value) >= 16 and b" " not in value
    if _IS_TOKEN.search(name) and not re.search(r"(?i)pass|pwd|secret", name):
        return b" " not in value and (mixed or (quoted and len(value) >= 12))
    if quoted:
        return True
    if re.fullmatch(rb"[A-Za-z_]+(?:\.[A-Za-z_]+)*|[^\x00-\x7f].*", value):
        # A word may be a password, or the rest of a line of code or prose. At the end of a line it is the former.
        ends = how in ("shell", "block") or not after or after[:1] in (b"\r", b"\n", b"<") or after == b"\\n"
        return value.isascii() and b"." not in value and ends
    return True


_IS_TOKEN = later(f"(?i){_TOKENS}")
_IS_KEY = later(r"(?:key|Key|KEY|_SK|_SESSION)$")
_WELL_KNOWN = later(f"(?i)(?:{_KEYS}|{_PASSWORDS})")
_SHORT = later(r"(?i)(?:^|[^a-z])(?:pass|pw|auth)$")
"""Words of prose and of test reports too."""
_SIGN = later(rb"[\d!@#%^*+=~]")
_CODE = later(rb"(?:new |await )?[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*[(\[]")


def of_secret(name: str) -> bool:
    """Whether a name is one of a secret, and not of something about one."""
    return not (_ABOUT.search(name) or _PLAIN_KEYS.search(name))


def of_password(name: str) -> bool:
    """Whether what a name stands for may be made of words, as tokens and keys are not."""
    return re.search(rf"(?i){_PASSWORDS}|^(?:pass|pw|psk)$", name) is not None


def _is_phrase(name: str) -> bool:
    return re.search(rf"(?i)phrase|{_PHRASES}", name) is not None
