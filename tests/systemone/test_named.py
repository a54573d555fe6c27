"""Secrets by the names beside them, in whichever way names and values stand beside each other."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threefold.systemone.redact import mask, mask_all

FRAMES = [
    "secrets:\n  password: {}",
    "credentials = password = {}",
    "credentials: {{ password: '{}' }}",
    "token:\npassword: {}\n",
    "api_key:\n  secret: {}\nuser: bob",
    "DB_PASSWORD = DB_PASSWORD or '{}'",
    'os.environ.get("API_SECRET", "{}")',
    "spring.datasource.password={}",
    "'password' => '{}',",
    "password := {}",
    "**Password:** {}",
    "- `DB_PASSWORD`: {}",
    "*API key*: `{}`",
    "| password | {} |",
    "password: |\n  {}\nport: 1",
    "secret: >-\n    {}",
    "<password>{}</password>",
    '<db:adminPassword encrypted="no">{}</db:adminPassword>',
    '<add key="ApiKey" value="{}"/>',
    "<key>Password</key>\n<string>{}</string>",
    '{{"name":"DB_PASSWORD","value":"{}"}}',
    '{{"Key": "DB_PASSWORD", "Value": "{}"}}',
    "- name: API_TOKEN\n  value: {}",
    'variable "db_password" {{\n  type = string\n  default = "{}"\n}}',
    '{{\\"password\\":\\"{}\\"}}',
    "password：{}",
    "密码是：{}",
    "口令为「{}」，请保密",
    "\x1b[31mpassword\x1b[0m: \x1b[1m{}\x1b[0m",
    "pass\u200bword: {}",
    "password\xa0=\xa0{}",
    "password%3D{}",
    "password is: {}",
    "the admin password for the staging db is {}",
    "use {} as your password",
    "password -> {}",
    "db_pass: {}",
    "ansible_become_pass: {}",
    "PW={}",
    "Passwort: {}",
    "mot de passe : {}",
    "contraseña: {}",
    "пароль: {}",
    "パスワード：{}",
    "비밀번호: {}",
    "docker login -u bob -p {} r.example.org",
    "mysql -u root -p{} db",
    "sshpass -p '{}' ssh u@h",
    "sqlcmd -S h -U sa -P {}",
    "redis-cli -a {} ping",
    "ldapsearch -D cn=a -w {}",
    "zip -P {} a.zip",
    "openssl rsa -passin pass:{} -in k",
    "htpasswd -b f u {}",
    'gh secret set X --body "{}"',
    "aws configure set aws_secret_access_key {}",
    "set -x API_KEY {}",
    "setenv API_KEY {}",
    "kubectl create secret generic x --from-literal=pw={}",
    "vault kv put secret/x value={}",
    "echo {} | docker login --password-stdin",
    "https://x.example/?user=bob&password={}&port=1",
    "postgres://bob:{}@db/x",
    'password: str = "{}"',
    'def f(user: str, password: str | None = "{}")',
    'api_key: Optional[str] = "{}"',
    "const password: string = '{}'",
    'let password: &\'static str = "{}";',
    'var password string = "{}"',
    'char password[] = "{}";',
    'Dim password As String = "{}"',
    "Here is the password:\n\n{}",
    "密码：\n{}",
    "password:\r{}",
    'I set the password to "{}"',
    "changed the password to {}",
    "the new password should be {}",
    "password to the db: {}",
    "password (staging): {}",
    "the password, {}, works",
    "{} is the password",
    "use {} as the DB_PASSWORD",
    "密码改成了 {}",
    "密码设置为{}",
    "密码（测试环境）：{}",
    "password: !!str {}",
    "CREATE USER bob IDENTIFIED BY '{}';",
    'form-data; name="password"\r\n\r\n{}\r\n--b',
    'password = {{\n  default = "{}"\n}}',
    '<label>Password</label><input value="{}">',
    "\\u0022password\\u0022:\\u0022{}\\u0022",
    "::add-mask::{}",
    "echo '{}' > password.txt",
    "printf '%s' '{}' | docker login --password-stdin",
    '<entry name="password">{}</entry>',
    '<property name="db.password" type="text">{}</property>',
    '<Setting key="ApiToken">{}\n',
    "Das Passwort für die Datenbank lautet {}",
    "Das Passwort wurde geändert auf {}",
    "パスワードは {} です",
    "パスワードを{}に変更しました",
    "비밀번호는 {} 입니다",
    "La contraseña de la base es {}",
    "La contraseña se cambió a {}",
    "Le mot de passe de la base est {}",
    "the db password has been changed to {}",
    "password: # staging\n  {}",
    "password:  // staging\n    '{}'",
    "password: # for staging {}",
    "password: {{value: {}}}",
    'passwords = {{"db": "{}"}}',
    'passwords = {{"db": "secret", "web": "{}"}}',
    '"passwords": ["{}"]',
    "secrets: [a, {}]",
    'setPassword("{}")',
    "withPassword({})",
    'password.set("{}")',
    'client.password("bob").token("{}")',
    'auth=("bob", "{}")',
    'HTTPBasicAuth("bob", "{}")',
    'new Credentials("bob","{}")',
    "I changed DB_PASSWORD from {} to $NEW",
    "use {} as the api_key",
    "ｐａｓｓｗｏｒｄ: {}",
    "𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝 = {}",
]
VALUES = st.from_regex(r"\A[A-Z][a-z]{1,3}[0-9]{1,3}[a-z]{2,4}[0-9][A-Z]{1,3}[0-9][a-z]{1,4}\Z")


@given(
    st.sampled_from(FRAMES), VALUES, st.sampled_from(["", "Then this:\n", "他说 "]), st.sampled_from(["", "\nand on"])
)
def test_no_masked_text_holds_a_planted_value_and_the_rest_of_it_stays(
    frame: str, value: str, before: str, after: str
) -> None:
    text = before + frame.format(value) + after
    masked = mask(text).text
    assert value not in masked
    assert re.fullmatch(".*".join(map(re.escape, (before + frame.format("\0") + after).split("\0"))), masked, re.DOTALL)
    assert masked.count(" redacted]") == 1
    assert mask(masked).text == masked


@pytest.mark.parametrize("frame", FRAMES)
def test_a_value_is_masked_in_every_frame(frame: str) -> None:
    assert "Xk29pLq8RtW4" not in mask(frame.format("Xk29pLq8RtW4")).text


@given(st.lists(st.tuples(st.sampled_from([*FRAMES, "Rotate the token:", "secrets:", "plain {}"]), VALUES), max_size=6))
def test_each_text_is_masked_by_itself(planted: list[tuple[str, str]]) -> None:
    texts = [frame.format(value) for frame, value in planted]
    assert mask_all(texts) == [mask(text).text for text in texts]


def test_what_one_text_says_takes_no_mask_off_the_next() -> None:
    assert "hunter2" not in "".join(mask_all(["rotate the token:", "password: hunter2x9Q"]))


@pytest.mark.parametrize(
    "value", ["hun,x9Qabc", "hun;x9Qabc", "hun&x9Qabc", "hun[ter2x9", "a|b9cDe", 'a"b9cDe', "it's9Fine", "$x9Qabc1",
              "%x9Qabc1", "/x9Qabc12", "(x9Qab3c1)", "<x9Qab3c1>", "your2x9Qab", "x(9y)Zz1", "base64:aB3="]
)  # fmt: skip
def test_a_value_without_quotes_reaches_to_white_space(value: str) -> None:
    inside = value.strip("()<>")
    masked = mask(f"password: {value}\nuser: bob").text
    assert not any(inside[at : at + 5] in masked for at in range(len(inside) - 4))


@pytest.mark.parametrize("value", ["hun[ter2", 'hun\\"ter2', "a b9; c", "x,y=9 z", "q'9"])
def test_a_value_in_quotes_reaches_to_the_one_that_closes(value: str) -> None:
    assert mask(f'x = {{password="{value}", user="bob"}}').text == 'x = {password="[secret redacted]", user="bob"}'


def test_every_secret_of_a_list_is_masked_and_the_rest_of_it_stays() -> None:
    text = 'passwords = {"db": "hun9Ter2x", "port": "5432", "web": "aB3dE9fG"}'
    masked = 'passwords = {"db": "[secret redacted]", "port": "5432", "web": "[secret redacted]"}'
    assert mask(text).text == masked


def test_a_value_in_letters_that_look_like_others_is_masked_whole() -> None:
    assert mask("前 ｐａｓｓｗｏｒｄ：ａＢ３ｄＥ９ｆＧ 後").text == "前 ｐａｓｓｗｏｒｄ：[secret redacted] 後"
    assert mask("ｐassword: x\u200b9aＢ3dＥ, ok").text == "ｐassword: [secret redacted], ok"
    assert mask("全角ＡＢＣ１２３と𝐛𝐨𝐥𝐝").text == "全角ＡＢＣ１２３と𝐛𝐨𝐥𝐝"


def test_an_inner_name_ends_a_value() -> None:
    assert mask("Server=h;Password=aB3dE9fG;User=bob").text == "Server=h;Password=[secret redacted];User=bob"


@pytest.mark.parametrize(
    "text",
    [
        "the password field is empty",
        "密码框为空",
        "密码为空字符串，请重试",
        "API key: see the settings page",
        "- Rotate the token:",
        "self.token = token or self.default_token",
        "password, err := bcrypt.GenerateFromPassword([]byte(pw), 12)",
        'const [password, setPassword] = useState("")',
        '<input type="password" name="password" placeholder="Password" />',
        'cache_key = f"{user.id}:{page}"',
        '{"input_tokens":8,"cache_creation_input_tokens":1292,"cache_read_input_tokens":0}',
        "<total_tokens>15000000 tokens left</total_tokens>",
        "tokens used: 12k of 200k",
        "session key 550e8400-e29b-41d4-a716-446655440000",
        "the cache key 3f2a9c1d4e5b6a7980c1d2e3f4a5b6c7d8e9f0a1 of that token",
        "toolu_01A09q90qw90lq917835lq9 and call_Ab3dE6gH9jK2mN5pQ8sT1vW4",
        "src/auth/token_refresh_v2.py:120 and tests/test_password_reset2.py",
        "password: ${{ secrets.DB_PASSWORD }}",
        "DB_PASSWORD_FILE=/run/secrets/db_password",
        '"token_endpoint": "https://auth.example.org/oauth2/token"',
        "| Token | Meaning | Default |",
        "docker run -p 8080:80 -v /x:/y nginx",
        "mkdir -p src/a1/b2 && ssh -p 2222 user@host1 ls",
        "mysql -u root -h db1 app2",
        'gh pr create -b "Fix 3 bugs in v2"',
        "ok 12 - pass: returns 3 items",
        "credentials: 'same-origin'",
        "key: item-3f2a",
        "Passwort vergessen? Klicken Sie hier",
        "details['ephemeral_1h_input_tokens'] = ephemeral_1h_input_tokens",
        "password must be at least 8 characters",
        "Enter passphrase for key '/home/a/.ssh/id_ed25519':",
        "sk-learn-contrib-something-else-here",
        "SERVER_AUTH = ObjectIdentifier(oid)",
        "password: str = field(default=None)",
        "def login(user: str, password: str) -> bool:",
        "reset the password to the default value",
        "max tokens: int = 4096 and tokens to 128k",
        "password to the account page: see docs",
        "Password:\nusername:\n",
        "test_login2 is the password test",
        "the token, like the rest, expires",
        "密码改为必填",
        "パスワードは必須です",
        "Das Passwort lautet wie bisher",
        '<label for="password">Show 2 things</label>',
        '<input name="password"> Enter it',
        '{"password": {"type": "string", "minLength": 8, "pattern": "[a-z0-9]{8,20}"}}',
        'tokens = ["first", "v2.1.0", "2024-01-02T03:04:05"]',
        'setPassword("")',
        "getToken(userId2)",
        'login("ab", "name2")',
        "changed the key from item1 to item2",
        "the password stored in utf8mb4 columns",
    ],
)
def test_what_is_about_secrets_and_is_none_stays_legible(text: str) -> None:
    assert mask(text).text == text


@pytest.mark.parametrize(
    "unit",
    ["password='", 'password=\\"', "password=“", "password: a(", "mysql -p1a ", "密码是", "\u200b", "<password ",
     "password=aXpassword=", '"name":"password",', "password is for a ", "http://a:b", "token:\n",
     "password: a | b ", "password to the a ", "password (", "password from a ", "password: &b ", "is the password ",
     "identified by ", "password = {", "password</label><input ",
     "passwords = {a: ", "passwords: [", '"password" x="a" ', ' name="password" ', "ｐ", "password has been ",
     "password für ",      'auth("a", ', "token from a ", "password: # a\n "]
)  # fmt: skip
def test_hostile_repetition_is_read_to_its_end(unit: str) -> None:
    mask(unit * (200_000 // len(unit)))
