from __future__ import annotations

import base64
import html
import json
import re
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.systemone import Excerpt, questions, shapes
from threefold.systemone.redact import _others, _own, mask, mask_all
from threefold.systemone.render import LEFT_OUT, Renderer
from threefold.text import later
from threefold.text.needed import parts_of
from threefold.text.patterns import Pattern

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PEM_LINE = base64.b64encode(bytes(range(48))).decode()
PEM = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *[PEM_LINE] * 6, "Zm9vYmFy", "-----END RSA PRIVATE KEY-----"])
TOKENS = {
    "aws-access-key": "AKIA" + "IOSFODNN7EXAMPLE",
    "github-token": "ghp_" + LETTERS[:36],
    "fine-grained GitHub": "github_pat_" + LETTERS[:40],
    "gitlab-token": "glpat-" + LETTERS[:20],
    "openai": "sk-proj-" + LETTERS[:40],
    "anthropic": "sk-ant-api03-" + LETTERS[:40],
    "google-api-key": "AIza" + LETTERS[:35],
    "hugging-face": "hf_" + LETTERS[:34],
    "slack": "xoxb-" + "123456789012-" + LETTERS[:24],
    "stripe": "sk_live_" + LETTERS[:24],
    "stripe test": "sk_test_" + LETTERS[:24],
    "npm": "npm_" + LETTERS[:36],
    "pypi": "pypi-AgEIcHlwaS5vcmc" + LETTERS[:60] + LETTERS[:20],
    "sendgrid": "SG." + LETTERS[:22] + "." + LETTERS[:43],
    "telegram": "123456789:" + LETTERS[:35],
    "twilio": "AC" + LETTERS[:26] + "012345",
    "mailchimp": "0123456789abcdef0123456789abcdef-us12",
    "discord": "M" + LETTERS[:23] + "." + LETTERS[:6] + "." + LETTERS[:27],
    "jwt": "eyJ" + LETTERS[:20] + ".eyJ" + LETTERS[:30] + "." + LETTERS[:43],
    "vault": "hvs." + LETTERS[:30],
    "digitalocean": "dop_v1_" + "0123456789abcdef" * 4,
    "square": "sq0csp-" + LETTERS[:43],
    "databricks": "dapi" + "0123456789abcdef" * 2,
}
IN_CONTEXT = {
    "odd characters": ('"password": "{}"', "a;b{c} d&e(f"),
    "a word in YAML": ("password: {}\nuser: bob", "swordfish"),
    "a word in INI": ("password = {}\r\n", "swordfish"),
    "PASS": ("DB_PASS={}", "swordfish9"),
    "environment dump": ("DB_PASSWORD={}\nPATH=/usr/bin", "hunter2"),
    "env file": ('export SECRET_KEY_BASE="{}"', "correct-horse"),
    "JSON": ('{{"api_key": "{}"}}', "k3y-0f-s0me-kind"),
    "JSON in JSON": ('{{"arguments": "{{\\"password\\": \\"{}\\"}}"}}', "swordfish9"),
    "YAML": ("password: {}", "swordfish9"),
    "Python": ("client = Client(secret='{}')", "swordfish9"),
    "flag": ("mysql --password {} -h db", "swordfish9"),
    "curl": ("curl -u admin:{} https://example.org", "swordfish9"),
    "bearer": ("Authorization: Bearer {}", "abcdefghijklmnop.qrst"),
    "basic": ('-H "Authorization: Basic {}"', "YWRtaW46c3dvcmRmaXNo"),
    "cookie": ("Cookie: session={}", "s3ss10n-value-abc"),
    "URL": ("git clone https://bob:{}@git.example.org/x.git", "swordfish9"),
    "database URL": ("postgresql+psycopg://app:{}@db:5432/app", "p@ss-w0rd"),
    "signed URL": ("https://x.blob.example.net/a?sv=1&sig={}", "abcdefghij%2Bklmnop%3D"),
    "netrc": ("machine api.example.org login bob password {}", "swordfish9"),
    "prose": ("my password is {}", "swordfish9"),
    "Chinese": ("数据库的密码是：{}，不要外传", "swordfish9"),
    "docker config": ('{{"auths": {{"r.example.org": {{"auth": "{}"}}}}}}', "Ym9iOnN3b3JkZmlzaDk="),
    "AWS secret": ("aws_secret_access_key = {}", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    "shadow": ("root:{}:19000:0:99999:7:::", "$6$rounds=5000$saltsalt$" + "abcdefghij" * 4),
    "mail": ("write to {} about it", "jane.doe+x@mail.example.co.uk"),
}


@pytest.mark.parametrize("name", TOKENS)
def test_a_token_that_shows_its_kind_is_masked_wherever_it_stands(name: str) -> None:
    token = TOKENS[name]
    for text in (token, f"use {token}, please", f"令牌{token}。", f'x="{token}"', f"a\n{token}\r\nb", f"({token})"):
        masked = mask(text)
        assert token not in masked.text
        assert token[-12:] not in masked.text
        assert sum(masked.counts.values()) >= 1


@pytest.mark.parametrize("name", IN_CONTEXT)
def test_a_secret_that_its_context_gives_away_is_masked_and_its_context_stays(name: str) -> None:
    frame, secret = IN_CONTEXT[name]
    masked = mask(frame.format(secret)).text
    assert secret not in masked
    assert " redacted]" in masked
    assert masked.split("[")[0] in frame.format(secret)


@pytest.mark.parametrize(
    "before", ["\\n", "\\r\\n", "\\\\n", "\\t", "\\u000a", "\x1b[31m", "\\u001b[1;31m", "\\033[0m", "\\e[m"]
)
@pytest.mark.parametrize("secret", [*TOKENS.values(), "pass=Hx9!kk2mq", "psk: Hx9!kk2mq7", "password: Hx9!kk2mq7"])
def test_an_escape_or_a_colour_before_a_secret_does_not_hide_it(secret: str, before: str) -> None:
    text = json.dumps({"content": f"a{before}{secret}"}) if before == "\x1b[31m" else f"a{before}{secret}{before}b"
    masked = mask(text).text
    assert secret[-9:] not in masked
    assert " redacted]" in masked
    assert [masked, "none"] == mask_all([text, "none"])


@pytest.mark.parametrize("name", IN_CONTEXT)
def test_a_secret_in_the_arguments_of_a_call_is_masked_as_in_the_text_that_they_stand_for(name: str) -> None:
    frame, secret = IN_CONTEXT[name]
    plain = f"first line\n{frame.format(secret)}\nlast line"
    once = json.dumps({"path": "a.py", "content": plain})
    numbered = "\n".join(f"{n:6}\t{line}" for n, line in enumerate(plain.splitlines(), 1))
    for text in (once, json.dumps({"arguments": once}), json.dumps(plain, ensure_ascii=False), numbered):
        masked = mask(text).text
        assert secret not in masked
        assert [masked, "none"] == mask_all([text, "none"])
        if text == once:
            json.loads(masked)


@pytest.mark.parametrize(
    "text",
    [
        PEM,
        "log: " + PEM.replace("\n", "\\n") + " end",
        "\n".join(f"{number:6}\t{line}" for number, line in enumerate(PEM.split("\n"), 1)),
        "\n".join("+" + line for line in PEM.split("\n")),
        PEM.replace("\n", "\r\n"),
        PEM.replace("RSA PRIVATE", "OPENSSH PRIVATE"),
        PEM.rsplit("\n", 3)[0],
        PEM.split("\n", 2)[2],
        PEM.replace("RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK").replace(PEM_LINE, "Version: 1\n\n" + PEM_LINE, 1),
    ],
    ids=["plain", "escaped", "gutter", "diff", "CRLF", "OpenSSH", "no end", "no begin", "PGP"],
)
def test_no_line_of_a_private_key_is_left(text: str) -> None:
    masked = mask(f"before\n{text}\nafter")
    assert PEM_LINE not in masked.text
    assert masked.text.startswith("before")
    assert masked.counts["private-key"] >= 1


@pytest.mark.parametrize(
    "text",
    [
        "max_tokens: 4096, input_tokens=412, token count 55",
        "def login(password: str, token: Optional[str] = None) -> None:",
        "secret = config.get('secret')",
        "token = tokenizer.next_token()",
        "password=$PASSWORD",
        "password: ********",
        "git clone git@github.com:owner/repo.git",
        "see icon@2x.png and react@18.2.0",
        "commit 3f2a9c1d4e5b6a7980c1d2e3f4a5b6c7d8e9f0a1",
        "550e8400-e29b-41d4-a716-446655440000",
        "the password is required",
        "-----BEGIN CERTIFICATE-----",
        "src/secrets/tokens.py:12: error: bypass = passed",
        "--- PASS: TestAutoCommitStrategy_SaveTaskCheckpoint_TaskStart (0.02s)",
        "// Second pass: nest tasks",
        "const apiKey = await getApiKey(request)",
        "password: z.string().min(8)",
        "password = form.password",
        'label: password: "Enter your password, please"',
        "DATABASE_URL=postgres://${DB_USER}:${DB_PASS}@localhost",
        'api_key: "<your key here>"',
        "/srv/app/api_keys/README.md",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert mask(text).text == text


DRAWN, WORDED = "Hx9!kk2mq", "swordfish9"
APART = {
    "in place of another": f"use the password {DRAWN} instead of {WORDED}.",
    "rather than another": f"Please use password {DRAWN} rather than {WORDED}",
    "in Chinese, in place of another": f"使用口令 {DRAWN} 而不是 {WORDED}。",
    "a personal access token": "GH_PAT=Hx9kk2mqSw0rd9",
    "in brackets behind an account": f"ssh deploy@host.example (password {WORDED})",
    "in brackets, in short": f"ssh root@10.0.0.3 (pw: {DRAWN})",
    "in brackets, in Chinese": f"ssh -p 2222 root@10.0.0.3（密码：{DRAWN}）",
    "behind an account": f"login bob, password {WORDED}.",
    "a private key by its Chinese name": "私钥：5Kb8kLf9zgWQnogidDA76MzPL6",
    "a code of a mailbox": "授权码：abcdqwertyuiopkl\n收件人：王芳",
    "in Chinese quotes": f"登录密码「{DRAWN}」，登录密码“{WORDED}”",
    "a column": f"| user | password |\n|---|---|\n| bob | {DRAWN} |\n| eve | `{WORDED}` |\n",
    "a column in Chinese": f"| 账号 | 登录密码 |\n| :-- | --- |\n| root | {DRAWN} |\n",
    "a column without edges": f"user | **Password** | host\n---|---|---\nbob | {WORDED} | db1\n",
    "a column of psql": f" name | password \n------+----------\n bob  | {WORDED}\n(1 row)",
    "a column of MySQL": f"+---+---+\n| user | password |\n+---+---+\n| bob | {DRAWN} |\n+---+---+",
    "a here-document for a command": f"passwd bob <<EOF\n{WORDED}\n{WORDED}\nEOF\n",
    "a here-document of words": "cryptsetup open /dev/sda2 root <<EOF\nswordfish\nEOF",
    "a here-document for a file": f"cat <<'EOF' > /run/secrets/db_password\n{WORDED}\nEOF\n",
    "users of a here-document": f"chpasswd <<END\nroot:{DRAWN}\nbob:{WORDED}\nEND",
    "a here-string": f"docker login -u bob --password-stdin <<< '{WORDED}'",
    "a share of Windows": f"net use Z: \\\\srv\\share {WORDED} /user:bob",
    "a share behind its user": f"net use \\\\srv\\share /user:CORP\\bob {DRAWN}",
    "an account of Windows": f"net user bob {DRAWN} /add",
    "expect": f'expect "assword:"\nsend "{WORDED}\\r"\n',
    "expect in one line": f'expect -re {{[Pp]assword}} {{ send -- "{DRAWN}\\r" }}',
    "a cell beside its name": f"<tr><td>Password</td><td>{DRAWN}</td></tr>",
    "a definition": f"<dl><dt>API key</dt>\n<dd>{DRAWN}key77</dd></dl>",
    "below a remark": f"password:  # of the database\n{DRAWN}\n",
    "vault": f"vault login {DRAWN}",
    "Oracle": f"sqlplus scott/{WORDED}@db1",
    "HTTPie": f"http -a bob:{WORDED} GET example.org",
    "MQTT": f"mosquitto_pub -h h -u bob -P {WORDED} -t t",
    "a line of .pgpass in a diff": "+db.example.com:5432:app:bob:Hx9kk2mqSw0rd9",
    "a line of .pgpass in quotes": "echo 'db.example.com:5432:app:bob:Hx9kk2mqSw0rd9' >> x",
    "sudo": f'sudo -S apt update <<< "{WORDED}"',
    "pexpect": f"child.expect('[Pp]assword:')\nchild.sendline('{WORDED}')\n",
}


@pytest.mark.parametrize("name", APART)
def test_a_secret_that_stands_apart_from_its_name_is_masked(name: str) -> None:
    text = APART[name]
    for shown in (mask(text).text, mask(json.dumps({"command": text})).text, mask_all(["none", text])[1]):
        assert " redacted]" in shown
        for secret in (DRAWN, WORDED, "Hx9kk2mq", "5Kb8kLf9", "abcdqwert", "swordfish\n"):
            assert secret not in shown


ON_TWO_LINES = {
    "Kubernetes": f'- name: DB_PASSWORD\n  value: "{WORDED}"',
    "a block of YAML": f"password: |\n  {DRAWN}\nuser: bob",
    "HCL": f'variable "db_password" {{\n  type = string\n  default = "{WORDED}"\n}}',
    "a pair of JSON": f'{{\n  "name": "API_TOKEN",\n  "value": "{DRAWN}tok77"\n}}',
}
MARKS = {
    "a line of a diff": "+{}",
    "a line that a diff takes out": "-{}",
    "grep": "deploy/app.yaml:12:{}",
    "grep with context": "deploy/app.yaml-13-{}",
    "a remark": "# {}",
    "a remark of C": "    // {}",
    "a quote": "> {}",
    "a log": "2031-05-06T07:08:09.123Z INFO {}",
    "a log in brackets": "[2031-05-06 07:08:09] {}",
    "a shell that shows what it runs": "+ {}",
    "a colour": "\x1b[32m{}\x1b[0m",
    "a reader's gutter": "    12\u2192{}",
}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("name", ON_TWO_LINES)
def test_a_mark_before_each_line_hides_no_secret_below_its_name(name: str, mark: str) -> None:
    text = "\n".join(MARKS[mark].format(line) for line in ("kind: Pod", *ON_TWO_LINES[name].split("\n"), "end"))
    for shown in (mask(text).text, mask(json.dumps({"content": text})).text, mask_all(["none", text])[1]):
        assert WORDED not in shown
        assert "Hx9!kk2mq" not in shown
        assert " redacted]" in shown
    assert mask(text).text.splitlines()[0] == text.splitlines()[0]


@pytest.mark.parametrize("name", [*ON_TWO_LINES, *(name for name in IN_CONTEXT if name != "shadow")])
def test_what_html_or_a_url_spells_hides_no_secret(name: str) -> None:
    frame, secret = IN_CONTEXT.get(name, ("", ""))
    plain = ON_TWO_LINES[name] if name in ON_TWO_LINES else frame.format(secret)
    for spell in (html.escape, quote):
        masked = mask(f"<pre>{spell(plain)}</pre>" if spell is html.escape else f"body={spell(plain)}").text
        for one in (secret, WORDED, DRAWN):
            assert not one or spell(one) not in masked
        assert "redacted]" in masked


@pytest.mark.parametrize(
    "text",
    [
        "# The token\n# is read from the environment\n",
        "+    password:\n+      type: string\n+      minLength: 8\n",
        "-  token:\n-    required: true\n+  token:\n+    required: false\n",
        "src/auth.py:12:    token: str\nsrc/auth.py:13:    expires: int\n",
        "> What about the password?\n> It is checked in login2.\n",
        "<tr><th>Password</th><th>Email</th></tr><tr><td>Required</td><td>Optional</td></tr>",
        "a &lt; b &amp;&amp; token &gt; limit; q=%22token%22%20count",
    ],
)
def test_a_mark_or_a_spelling_beside_a_name_makes_no_secret(text: str) -> None:
    assert mask(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "use the password manager instead of a text file",
        "we use password hashing with bcrypt12 instead of sha256",
        "use the key F12 instead of Ctrl1+Shift2",
        "GH_PAT=${{ secrets.GH_PAT }}",
        "GH_PAT: string; // the personal access token",
        r"DATE_PAT = r'\d{4}-\d{2}-\d{2}'",
        "URL_PAT=re.compile('a1b2')",
        "FORMAT=a1b2c3d4; COMPAT=v2x8y9z1",
        "ssh root@10.0.0.3 (password in 1Password)",
        "log in with your account (password optional)",
        "user bob, password must have 8 characters",
        "私钥：见附件",
        "RSA私钥「2048」位",
        "授权码模式：用于网页应用",
        "「密码」「确认密码」两个字段，密码“强度”",
        "登录密码「不能为空」",
        "| field | password |\n|---|---|\n| type | string |\n| min | 8 |\n",
        "| option | token | default |\n|---|---|---|\n| max | 4096 | none |\n",
        "| file | key |\n|---|---|\n| a.py | parse_config2 |\n",
        "| step | password policy |\n|---|---|\n| 1 | at least 8 characters |\n| 2 | hunter2pass |\n",
        "| env | secret |\n|---|---|\n| prod | ${DB_SECRET1} |\n| dev | $DB_PW2 |",
        "cat > notes.md <<EOF\nThe password is required.\nEOF\n",
        "cat > rotate_secret.sh <<'EOF'\nset -e\nrun_step2\nPORT=8080\nEOF\n",
        "x = 1 << token_bits2\ny2_value_x\n",
        'std::cerr << "bad token" << tok1en << std::endl;\nfoo_bar2();\n',
        "net use Z: \\\\srv\\share * /user:bob",
        "the net user growth was 5 percent",
        'expect "$ "\nsend "ls -la2\\r"\n',
        'expect "assword:"\nsend "$env(PASS)\\r"',
        "child.expect('Password:')\nchild.sendline(password)\n",
        "await expect(page.getByLabel('Password')).toBeVisible();\nawait page.send('hello there2');",
    ],
)
def test_what_only_stands_near_such_a_name_stays(text: str) -> None:
    assert mask(text).text == text


@pytest.mark.parametrize("name", ["openai", "github-token", "aws-access-key", "google-api-key", "slack"])
def test_what_a_cut_leaves_of_a_token_is_masked_too(name: str) -> None:
    assert TOKENS[name][:12] not in mask(f"use {TOKENS[name][:12]}…").text


@pytest.mark.parametrize("name", ["aws-access-key", "google-api-key", "jwt"])
def test_a_token_in_small_letters_is_masked_too(name: str) -> None:
    assert mask(f"use {TOKENS[name].lower()} not b").counts


@given(st.text(max_size=300))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = mask(text).text
    assert mask(once).text == once


@given(st.lists(st.sampled_from([*TOKENS.values(), PEM, "password=", ": ", "\n", "x", "密码：", "a@b.co ", "://u:p@"])))
def test_masking_a_mixture_twice_changes_nothing_more(parts: list[str]) -> None:
    once = mask("".join(parts)).text
    assert mask(once).text == once


@given(st.text(st.characters(codec=None, categories=None), max_size=60))
def test_whatever_the_text_the_result_is_valid_unicode(text: str) -> None:
    mask(text).text.encode()


def test_a_lone_surrogate_becomes_a_replacement_and_a_pair_becomes_its_character() -> None:
    assert mask("a\ud800b\ud83d\ude00").text == "a\ufffdb\U0001f600"


@pytest.mark.parametrize(
    "unit",
    [
        "://a:b@",
        "password=",
        "-----BEGIN PRIVATE KEY-----\n",
        "sk-",
        "eyJ",
        "a@",
        "token=a ",
        "cookie: a=",
        "//",
        " -u a",
        "\\",
        "\\n",
        '\\"password\\": ',
        "\x1b[31m",
        "1\t",
        "| password |\n|---|\n",
        "-",
        "| password ",
        "passwd <<E\n",
        "<< passwd ",
        "net use \\\\a\\b ",
        "login (pw ",
        'assword:" send ',
        "+ password:\n",
        "# token |\n",
        "a/b.c:1:pw:\n",
        "&quot;password&quot;: ",
        "%22token%22%3D",
    ],
)
def test_hostile_repetition_is_read_to_its_end(unit: str) -> None:
    mask(unit * (400_000 // len(unit)))


@pytest.mark.parametrize("provider", ["typesafe", "phocinae"])
def test_of_fifty_kinds_of_secret_none_reaches_the_server(
    wire: ModuleType, serve: Callable[..., Any], connect: Callable[..., Any], provider: str
) -> None:
    server = serve(getattr(wire, provider))
    planted = {name: (f"before {token} after", token) for name, token in TOKENS.items()}
    planted |= {name: (frame.format(secret), secret) for name, (frame, secret) in IN_CONTEXT.items()}
    planted["private key"] = (f"cat id_rsa\n{PEM}\n", PEM_LINE)
    asked = connect(server.url, provider=provider, redact="always").ask(
        questions.relevance_state("rotate the key " + TOKENS["anthropic"]),
        {name: questions.relevance_question("tool", text, 2000) for name, (text, _) in planted.items()},
    )
    assert asked.failures() == {}
    assert sum(asked.usage.masked.values()) >= len(planted)
    received = b"".join(seen.body for seen in server.seen).decode()
    assert "cat id_rsa" in received
    for _, secret in planted.values():
        assert secret not in received
        assert json.dumps(secret)[1:-1] not in received


def test_every_pattern_of_the_library_is_used() -> None:
    """A pattern that RE2 refuses would be a hole: this fails when an upgrade of detect-secrets brings one."""
    kinds = {rule.kind for rule in shapes.library() if Pattern(rule.source)}
    assert len(kinds) >= 20
    assert not kinds & {"private-key", "public-ip-ipv4"}


@given(st.data())
def test_the_library_is_loaded_for_every_text_in_which_it_finds_something(data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from([*shapes.library()]))
    text = data.draw(st.from_regex(re.compile(rule.source, re.ASCII), fullmatch=False))
    found = [*Pattern(rule.source).spans(text.encode("utf-8", "replace"))]
    assert not found or Pattern(shapes.LIBRARY_HINT).within(text.encode("utf-8", "replace"))


def test_what_is_no_secret_does_not_load_the_library() -> None:
    texts = [
        "- rule: Never touch src/a.py, and keep the token budget under 4,000",
        "- uuid: 6113e919-1fbc-4a4f-b7a5-1b2c",
    ]
    code = f"import sys; from threefold.report.masking import masked; print(masked({texts}), *sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.startswith(str(texts))
    assert "detect_secrets" not in out.split()


FRAMED = [frame.format(secret) for frame, secret in IN_CONTEXT.values()]
UNSEEN = "\u200b".join("ghp_") + LETTERS[:36]
CUT = ["it ends with dckr_pat_a1B2c3D4e5", PEM, PEM[40:], "\ud800", UNSEEN]


@pytest.mark.parametrize(
    "book", [later.Book(), later.Book(parts=parts_of)], ids=["alone", "with what others worked out"]
)
@given(st.lists(st.sampled_from([*TOKENS.values(), *FRAMED, *CUT, "plain words", "password:", "", "x\n"]), max_size=12))
def test_texts_are_masked_together_as_each_is_by_itself(book: later.Book, texts: list[str]) -> None:
    later.begin_with(book)
    _own.cache_clear()
    _others.cache_clear()
    assert mask_all(texts) == [mask(text).text for text in texts]


def test_what_counts_for_standing_at_the_end_of_a_text_is_masked_before_another_text() -> None:
    assert mask_all([CUT[0], "plain words"]) == ["it ends with [cut-token redacted]", "plain words"]


@settings(max_examples=40)
@given(st.sampled_from([*shapes.own(), *shapes.library()]), st.data())
def test_where_any_rule_finds_something_a_sign_of_it_stands_also_among_other_texts(
    rule: shapes.Rule, data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(re.compile(rule.source.replace(r"\z", r"\Z"), re.ASCII)))
    found = [*Pattern(rule.source).spans(text.encode("utf-8", "replace"))]
    signs = *_others(), *(sign for _, _, sign in _own())
    assert not found or any(sign.within(f"before\n{text}\nbehind".encode("utf-8", "replace")) for sign in signs)


def test_an_excerpt_is_masked_before_it_is_cut() -> None:
    token = TOKENS["github-token"]
    for place in range(900, 1400, 7):
        text = "x" * place + " " + token + " " + "y" * 20_000
        sent = Renderer(redact=True).excerpt(Excerpt(text, 2000))
        assert "ghp_" not in sent
        sent = Renderer(redact=True).excerpt(Excerpt(text[::-1].replace(token[::-1], token), 2000))
        assert token[-20:] not in sent


@given(st.text(max_size=400), st.integers(1, 300))
def test_an_excerpt_never_exceeds_its_limit(text: str, limit: int) -> None:
    sent = Renderer(redact=False).excerpt(Excerpt(text * 5, limit))
    assert len(sent.encode()) <= limit


def test_an_excerpt_of_a_huge_text_holds_its_begin_and_its_end() -> None:
    sent = Renderer(redact=True).excerpt(Excerpt("begin " + "x" * 5_000_000 + " end", 200))
    assert sent.startswith("begin ")
    assert sent.endswith(" end")
    assert LEFT_OUT in sent
