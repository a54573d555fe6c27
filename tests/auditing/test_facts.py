# ruff: noqa: E501
from __future__ import annotations

import base64
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threefold.auditing.facts import plain
from threefold.auditing.facts.fact import CATEGORIES
from threefold.auditing.facts.finder import Finder
from threefold.auditing.facts.grammar import RULES
from threefold.text.patterns import Pattern

FINDER = Finder()


def found(text: str) -> list[tuple[str, str]]:
    return [(fact.category, fact.literal) for fact in FINDER.facts(text)]


def normals(text: str) -> list[str]:
    return [fact.normal for fact in FINDER.facts(text)]


@pytest.mark.parametrize(
    ("spelled", "wanted"),
    [
        ("费率千分之零点八", "0.08 %"),
        ("万分之七", "0.07 %"),
        ("百分之十二", "12 %"),
        ("6 个基点", "6 bp"),
        ("0.4‰", "0.4 ‰"),
    ],
)
def test_shares_of_a_thousand_and_ten_thousand_are_read(spelled: str, wanted: str) -> None:
    assert normals(spelled) == [wanted]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("打开src/main.py文件，看/home/a/b.py和/tmp/c.txt。", ["src/main.py", "/home/a/b.py", "/tmp/c.txt"]),
        ("`src/app/page.tsx:12:30`, (docs/x.md);", ["src/app/page.tsx", "docs/x.md"]),
        ("**cmd/cli/common.go** and *lib/a.rb*", ["cmd/cli/common.go", "lib/a.rb"]),
        ("+src/a.py\n-src/b.py", ["src/a.py", "src/b.py"]),
        ("at .../strategy/common.go.", ["strategy/common.go"]),
        ("in src/components/, see tests/", ["src/components"]),
        ("C:\\Users\\Dev\\app\\main.ts:4", ["C:\\Users\\Dev\\app\\main.ts"]),
        ("\\\\server\\share\\a.txt", ["\\\\server\\share\\a.txt"]),
        ('cat "/Users/me/My Documents/a b.txt"', ["/Users/me/My Documents/a b.txt"]),
        ("open 'C:\\Users\\Me\\My File.txt' now", ["C:\\Users\\Me\\My File.txt"]),
        ("~/x/y.z ./scripts/run.sh ../other $HOME/x/y", ["~/x/y.z", "./scripts/run.sh", "../other", "$HOME/x/y"]),
        ("file:///tmp/a%20b.txt", ["file:///tmp/a%20b.txt"]),
        ("foo.py, README.md. package.json!", ["foo.py", "README.md", "package.json"]),
        ("index.ts/index.js", ["index.ts", "index.js"]),
        ("log at /var/log/app/", ["/var/log/app"]),
        ("src/a/b.py(line 3), /etc/hosts(系统) 和 src/c.py[说明]", ["src/a/b.py", "/etc/hosts", "src/c.py"]),
        ("C:\\a\\b.txt(说明)", ["C:\\a\\b.txt"]),
        ("src/a*.py, /tmp/x.log*, /etc/hosts(", ["/tmp/", "/etc/"]),
        ("Makefile and .gitignore", ["Makefile", ".gitignore"]),
        ("'\\nsrc/a.py'", ["src/a.py"]),
        (".git/entire-sessions/<session-id>.json", [".git/entire-sessions"]),
        ("src/**/*.ts", []),
        ("/docs/报告.md 与 /data/用户/表.csv", ["/docs/报告.md", "/data/用户/表.csv"]),
        ("see /home/a/b（重要）", ["/home/a/b"]),
        ("打开`报告.md`和《说明v2.docx》", ["报告.md", "说明v2.docx"]),
        ("文档/报告.md", ["报告.md"]),
        ("看报告a.md", ["a.md"]),
        ("parts/02-proof.tex, data/plots.geojson", ["parts/02-proof.tex", "data/plots.geojson"]),
        ("voices/alto.ily, game/arena.tscn", ["voices/alto.ily", "game/arena.tscn"]),
        ("meta-x/recipes/probe_1.4.bb", ["meta-x/recipes/probe_1.4.bb"]),
        ("src\\tray\\icon.cpp or ..\\unit\\test_one.py::b", ["src\\tray\\icon.cpp", "..\\unit\\test_one.py"]),
    ],
)
def test_paths_are_found_without_what_stands_beside_them(text: str, expected: list[str]) -> None:
    assert [literal for category, literal in found(text) if category == "path"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Save/Clear/List and lint/test, and/or I/O",
        "client/server tests/docs frontend/backend",
        "Node.js Next.js console.log( e.g. i.e. this.state.go(",
        "</div> s/foo/bar/g /foo/g //nolint:gosec",
        "entire/<commit[:7]>-<worktree> feature/login origin/main",
        "/workflows:review /compact",
        "增/删/改/查",
        "1/2 10/10 2026/01",
        "application/json text/html",
        "*.go *_test.go `_test.go`",
        "v1.2.3/4",
        "res.json() obj.map(x)",
        "list.push/list.pop Node.js/Vue.js application/vnd.api km/h.nice x/3.14.abc",
        "foo\\.py \\d+\\w.py",
    ],
)
def test_slash_lists_products_and_globs_are_no_paths(text: str) -> None:
    assert [literal for category, literal in found(text) if category == "path"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10 minutes, 10-minute, 10分钟", ["10 minute"] * 3),
        ("1,234 files and 1.5k tokens", ["1234 file", "1500 token"]),
        ("½ hour, １２ GB, ２０％", ["0.5 hour", "12 GB", "20 %"]),
        ("百分之二十、二十分钟、3个文件、3万行", ["20 %", "20 minute", "3 file", "30000 line"]),
        ("$1.5k and €20", ["1500 USD", "20 EUR"]),
        ("v1.2.3, Go 1.25, 1.2.3-rc.1", ["v1.2.3", "v1.25", "v1.2.3-rc.1"]),
        ("timeout = 30 * time.Minute", ["30 minute"]),
        ("timedelta(minutes=30) timeout_ms: 30000", ["30 minute", "30000 ms"]),
        ("all 9 tests pass", ["9 test"]),
        ("6 parallel review agents, 3 auto-commits", ["6 agent", "3 commit"]),
        ('{"additions":825,"deletions":221}', ["825 addition", "221 deletion"]),
        ("Changes: 825 additions", ["825 addition"]),
        ("3倍 100KB/s 2h30m", ["3 x", "100 KB/s", "9000 second"]),
        ("请等十分钟", ["10 minute"]),
        ("约１．５万行", ["15000 line"]),
        ("640 g, 12kWh, 3.3 V, 47 µF, 30° und 5 kg", ["640 g", "12 kWh", "3.3 V", "47 uF", "30 degree", "5 kg"]),
        ("CHF 40, R$ 15, ₹500, 7 zł", ["40 CHF", "15 BRL", "500 INR", "7 PLN"]),
        ("34 Mbit/s, 34 Mbps, 512 Mb", ["34 Mbit/s", "34 Mbit/s", "512 Mb"]),
        ("61 passing, 2 failing", ["61 passed", "2 failure"]),
        ("a 7,000-line file, 12 passed and file", ["7000 line", "12 passed"]),
        ("bench -t4 -d90s now", ["90 second"]),
    ],
)
def test_numbers_with_units_have_one_normal_form_for_all_their_spellings(text: str, expected: list[str]) -> None:
    assert [fact.normal for fact in FINDER.facts(text) if fact.category == "number"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "第三个", "一个", "十分重要", "半天", "2d array 3d model", "chapter 7", "7 of the files", "7 after user feedback",
        "sha256-20 s1 K8s", "千万不要", "$1 and $2", "the 0049 migration", "level 10 passed", "3 per teacher", "keys: 19.8",
    ],
)  # fmt: skip
def test_ordinals_idioms_and_bare_numbers_are_no_amounts(text: str) -> None:
    assert [fact.literal for fact in FINDER.facts(text) if fact.category == "number"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id 550E8400-E29B-41D4-A716-446655440000.", [("uuid", "550e8400-e29b-41d4-a716-446655440000")]),
        ("用550e8400-e29b-41d4-a716-446655440000。", [("uuid", "550e8400-e29b-41d4-a716-446655440000")]),
        ("commit cd27c7e (a76f0ea30b28)", [("hash", "cd27c7e"), ("hash", "a76f0ea30b28")]),
        ("see https://Example.com/a_(b)?q=1.", [("url", "https://example.com/a_(b)?q=1")]),
        ("[x](https://a.io/b)", [("url", "https://a.io/b")]),
        ("见 https://a.io/b(说明)，https://a.io/c[注]", [("url", "https://a.io/b"), ("url", "https://a.io/c")]),
        ("github.com/sergi/go-diff", [("url", "github.com/sergi/go-diff")]),
        ("HTTP 500, status: 503, 404 Not Found", [("error", "HTTP 500"), ("error", "HTTP 503"), ("error", "HTTP 404")]),
        ("exit code 137", [("error", "exit 137")]),
        (
            "ValueError ECONNREFUSED E0425 TS2345",
            [("error", n) for n in ("ValueError", "ECONNREFUSED", "E0425", "TS2345")],
        ),
        ("端口是5433", [("port", "5433")]),
        ("localhost:3000 port=8080", [("port", "3000"), ("port", "8080")]),
        ("ports 2222 (ssh), 8334 (nginx) and 80", [("port", "2222"), ("port", "8334"), ("port", "80")]),
        ("端口 8080（网关）、8443 和 9090", [("port", "8080"), ("port", "8443"), ("port", "9090")]),
        ("the port there is 6543, reports 2024 and 2025, port 8080, 300", [("port", "6543"), ("port", "8080")]),
        ("on warehouse.example.com:5432.", [("url", "warehouse.example.com"), ("port", "5432")]),
        ("2031-04-05T06:07:08.910Z: started", [("datetime", "2031-04-05T06:07:08.910Z")]),
        (
            "DB=db.internal:5433, 见 a-b.example.cn:8080。",
            [("url", "db.internal"), ("port", "5433"), ("url", "a-b.example.cn"), ("port", "8080")],
        ),
        ("OPENAI_API_KEY $HOME ${FOO_BAR}", [("env", n) for n in ("OPENAI_API_KEY", "HOME", "FOO_BAR")]),
        ("`git commit --amend`", [("command", "git commit --amend")]),
        ("$ rm -rf  build\n", [("command", "rm -rf build")]),
        ("2026-01-08 14:55:43", [("datetime", "2026-01-08T14:55:43")]),
        ("Jan 8, 2026 / 2026年1月8日", [("datetime", "2026-01-08")] * 2),
        ("3:30 pm", [("datetime", "15:30")]),
        ("PR #2, issue #123 and JIRA-123", [("reference", "#2"), ("reference", "#123"), ("reference", "JIRA-123")]),
        ("\x1b[31mHTTP 500\x1b[0m", [("error", "HTTP 500")]),
    ],
)
def test_every_other_category_is_found_with_its_normal_form(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(fact.category, fact.normal) for fact in FINDER.facts(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        *("UTF-8 SHA-256 GPT-4", "P1 Bug #1, step #2", "#fff #1a2b3c", "deadbeef facade", "1234567", "12:30:45:99"),
        *("assert.NoError(t, err)", "x.io:1234567", "module.app:app", "strategy.test:12"),
    ],
)
def test_names_that_look_like_ids_are_none(text: str) -> None:
    assert found(text) == []


def test_nothing_is_a_fact_inside_base64() -> None:
    data = base64.b64encode(random.Random(1).randbytes(60_000)).decode()
    assert found(f"data:image/png;base64,{data} src/a.py") == [("path", "src/a.py")]


def test_a_long_path_with_a_digest_in_it_is_no_base64() -> None:
    path = (
        "/tmp/02b4f8db16146682e4e864be66e35fb7abb68530291a61572ebeb51a140d29ad/chats/session-2026-02-15-797fa8b6.json"
    )
    assert found(path) == [("path", path)]


def test_a_uuid_inside_a_path_counts_beside_the_path() -> None:
    text = "/tmp/550e8400-e29b-41d4-a716-446655440000/x.json"
    assert [category for category, _ in found(text)] == ["path", "uuid"]


def test_a_span_in_a_coloured_text_covers_the_colours_and_its_literal_does_not() -> None:
    text = "src/\x1b[1mmain\x1b[0m.py:12"
    (fact,) = FINDER.facts(text)
    assert fact.literal == "src/main.py"
    assert text[fact.start : fact.end] == "src/\x1b[1mmain\x1b[0m.py"


def test_a_category_that_is_switched_off_is_not_found() -> None:
    text = "src/a.py 550e8400-e29b-41d4-a716-446655440000 10 MB"
    for category in ("path", "uuid", "number"):
        finder = Finder(frozenset(CATEGORIES) - {category})
        assert category not in {fact.category for fact in finder.facts(text)}
        assert len(finder.facts(text)) == 2


def test_more_folder_names_can_make_a_relative_path_one() -> None:
    assert found("warehouse/models/core_tables") == []
    finder = Finder(markers=frozenset({"warehouse"}))
    assert [fact.literal for fact in finder.facts("warehouse/models/core_tables")] == ["warehouse/models/core_tables"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("./src/a.py", "src/a.py"),
        ("src//a.py", "src/a.py"),
        ("src/components/", "src/components"),
        ("C:\\Users\\A.txt", "c:/users/a.txt"),
        ("C:\\\\Users\\\\A.txt", "C:\\Users\\A.txt"),
        ("file:///tmp/a%2Db.txt", "/tmp/a-b.txt"),
        ("https://Example.com/a/", "https://example.com/a"),
        ("ABCDEF01-0000-0000-0000-000000000000", "abcdef01-0000-0000-0000-000000000000"),
        ("/caf\u00e9/x.py", "/cafe\u0301/x.py"),
    ],
)
def test_spellings_that_a_person_calls_the_same_have_one_normal_form(one: str, other: str) -> None:
    assert normals(one) == normals(other) != []


PIECES = st.sampled_from(
    [
        "src/a.py",
        "/tmp/x",
        "C:\\a\\b.txt",
        "10 MB",
        "3个",
        "550e8400-e29b-41d4-a716-446655440000",
        "https://a.io/b",
        "cd27c7e",
        "HTTP 500",
        " ",
        "文",
        "，",
        "\x1b[1m",
        "`git push -f`",
        "\n",
        '"',
        "'",
        "(",
        ")",
        "**",
        ":12",
        "é",
        "�",
        "#12",
        "PR #3",
        "--x",
        "$HOME",
        "½",
        ".",
        "/",
        "\\",
        "*",
        "@",
        "2026-01-02",
        "v1.2.3",
        "E501",
        "port 80",
    ]
)
ANY_TEXT = st.one_of(
    st.lists(PIECES, max_size=20).map("".join), st.text(st.characters(exclude_categories=[]), max_size=80)
)


@settings(max_examples=200)
@given(ANY_TEXT)
def test_the_span_of_a_fact_cut_from_the_text_is_its_literal(text: str) -> None:
    for fact in FINDER.facts(text):
        cut = text[fact.start : fact.end]
        assert fact.literal == cut or "\x1b" in text
        assert fact.normal
        assert fact.category in CATEGORIES


@settings(max_examples=150)
@given(ANY_TEXT)
def test_no_gate_hides_what_its_pattern_finds(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    for name, (gate, pattern) in RULES.items():
        if Pattern(pattern).search(data) and (name != "command" or " -" in text):
            assert Pattern(gate).search(data), name


@settings(max_examples=100)
@given(ANY_TEXT)
def test_a_fact_copied_elsewhere_keeps_its_normal_form(text: str) -> None:
    for fact in FINDER.facts(text):
        if fact.category in ("uuid", "url", "hash") and "\x1b" not in text:
            again = [(one.category, one.normal) for one in FINDER.facts(f"see {fact.literal} now")]
            assert (fact.category, fact.normal) in again


ADVERSARIES = {
    "slashes": "/" * 50, "segments": "a/" * 25, "dots": "a." * 25, "digits": "1" * 50, "commas": "1," * 25, "dashes": "-" * 50,
    "words": "a " * 25, "ticks": "`a" * 25, "flags": "git -a " * 7, "backslashes": "\\" * 50, "drives": "C:\\a" * 12,
    "colons": "1:" * 25, "hashes": "#1" * 25, "hex": "a1" * 25, "env": "A_" * 25, "han": "一" * 50, "mixed": "文a" * 25,
    "scheme": "http://" * 7, "nearly a number": "1 aaaa bbbb " * 4, "nearly a file": "a.py~" * 10, "brackets": "[a]/" * 12,
    "versions": "1.2." * 12, "uuid": "00000000-0000-" * 4, "percent": "%A" * 25, "dollar": "${A" * 17, "escape": "\x1b[" * 25,
    "months": "Jan " * 12, "ports": "port " * 10, "lists of ports": "ports 80 (a" + ", 80" * 9, "spaces in quotes": '"/home/a b c ' * 4,
}  # fmt: skip


@pytest.mark.parametrize("name", ADVERSARIES)
def test_a_megabyte_made_to_break_each_pattern_is_read_in_linear_time(name: str) -> None:
    piece = ADVERSARIES[name]
    text = piece * (1_000_000 // len(piece))
    FINDER.facts(text)  # anything worse than linear would take hours on a megabyte


UNITS = (" minutes", "ms", " files", "-line", "d", " tests pass", "x", "%", "k tokens", "个文件", "年", "个", " MB/s", "h 30m",
         " failing tests", " of items", "M", " million users", "€", "-hour", " entries", "K lines")  # fmt: skip
AMOUNTS = st.one_of(
    st.integers(0, 10**9).map(str),
    st.integers(0, 10**9).map(lambda number: f"{number:,}"),
    st.decimals(0, 1000, places=3).map(str),
    st.sampled_from(["0", "00", "007", "00.50", "1", "2", "1.000", "1_000", "12,34"]),
)


@settings(max_examples=300, deadline=None)
@given(
    AMOUNTS, st.sampled_from(UNITS), st.sampled_from(["", " ", "-", "a-", "3:", "lines ", "1,", "$", "/", "第", "("])
)
def test_an_amount_is_read_by_its_unit_as_it_is_read_whole(amount: str, unit: str, before: str) -> None:
    left, piece = before.encode(), (amount + unit).encode()
    read = plain.amount(piece, left)
    assert read is None or read == plain.read("number", piece, left, b"", frozenset())


BESIDE = st.one_of(
    st.sampled_from(
        [*"()[]{}<>*`'\"-.,:;/\\_#$&|=+ \n\tT3a第中€é😀", "**", "](", "lines ", "Step ", "x-", "3-", "::", ".."]
    ),
    st.text(max_size=3).filter(lambda text: "\x1b" not in text),
)
CANDIDATES = st.sampled_from([
    "12 files", "1,234 rows", "2.50 MB/s", "888 个", "1个", "2d", "7s", "0012 ms", "files: 12", "timeout_ms = 30000", "src/a.go",
    "/home/x/b.txt", "~/c", "notes.md", "/b>", "550E8400-e29b-41d4-a716-446655440000", "cd27c7e", "2026-01-08", "2026-01-08 10:20:30Z",
    "cd27c7e1a2b3", "1234567", "12e4567", "deadbeef", "UTF-8", "GH-12", "A1-7", "TIMEOUT_SECONDS = 30", "maxMs: 007",
    "10:20", "v1.2.3", "1.2.3", "API_KEY", "$HOME_X", "#12", "PR #7", "OPS-12", "port 5433", "HTTP 503", "OrderError", "30 * time.Minute",
])  # fmt: skip


@settings(max_examples=1500, deadline=None)
@given(st.text("ab 中\n", max_size=5), BESIDE, CANDIDATES, BESIDE, st.text("ab 中\n", max_size=3))
def test_a_candidate_is_read_by_its_neighbours_as_it_is_read_by_all_that_its_reader_may_ask_for(
    far: str, before: str, candidate: str, after: str, further: str
) -> None:
    data = (far + before + candidate + after + further).encode("utf-8", "surrogatepass")
    finder = Finder()
    for index, name in enumerate(finder.names):
        for start, end in finder._patterns[index].all_spans(data):
            around = data[start - 1 : end + 1] if start else b""
            read = None
            if name in plain.PLAIN and len(around) == end + 2 - start:
                read = plain.PLAIN[name](data[start:end], around[0], around[-1])
            if name == "number":
                read = finder._number(data, start, end)
            elif read is None:
                close, read = finder._read(data, start, end, index, around)
                if close != end:
                    continue  # in quotes, and where it ends is a matter of its own
            assert read == plain.read(name, data[start:end], data[max(0, start - plain._BESIDE) : start], data[end : end + 4],
                                      finder.markers), name  # fmt: skip


PIECES = st.sampled_from([
    "12 files", "files: 12", "files: 7", "timeout_ms = 30000", "src/a.go", "src/a.go:12", "`/home/x y/b.txt`", "lines 12",
    "port 5433", "port 5433 %", "#12", "!12", "cd27c7e", "-cd27c7e", "2026-01-08", "2d", "1 minute", "中12 files", "\n", " ", "(", "-",
    "API_KEY", "`git push -f`", ", ", ".", "http://x.y/z", "v1.2.3", "10.0.0.1",
])  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=8).map("".join), min_size=1, max_size=6))
def test_what_was_read_before_changes_nothing_of_what_is_read(texts: list[str]) -> None:
    used = Finder()
    for text in texts:
        used.facts(text)
    for text in texts:
        assert used.facts(text) == Finder().facts(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("interval: 20 * 60 * 1000,", ["20 minute"]),
        ("const halfDay = 1000 * 60 * 60 * 12", ["12 hour"]),
        ("maxAge = 24 * 60 * 60", ["1 day"]),
        ("w * 3 * 5, 8 * 4 * 2, 10 * 1000", []),
        ("budget £4.5m or $12k", ["4500000 GBP", "12000 USD"]),
        ("用时一个半小时，后来两个半小时，最后半小时", ["1.5 hour", "2.5 hour", "0.5 hour"]),
        ("3 failed, 88 passed, 5 skipped in 4.2s", ["3 failure", "88 passed", "5 skip", "4.2 second"]),
        ("6 失败、71 通过、4 个跳过", ["6 failure", "71 passed", "4 skip"]),
        ("第 45 行到第 61 行，第7行", []),
        ("预算 8.5 万元，共 12 万行", ["85000 CNY", "120000 line"]),
        ("发了 340 封，分 17 批", ["340 one", "17 batch"]),
    ],
)
def test_products_outcomes_and_halves_are_amounts_and_ordinals_are_none(text: str, expected: list[str]) -> None:
    assert normals(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Tue Sep  1 07:15:02 UTC 2026] renewed", ["2026-09-01T07:15:02 UTC"]),
        ("notBefore=Nov 30 00:00:00 2027 GMT", ["2027-11-30T00:00:00"]),
        ("Feb  3 04:05:06 web1 sshd[77]: closed", ["02-03T04:05:06"]),
        ("Foo  3 04:05:06 x", ["04:05:06"]),
        ("[03/Feb/2027:04:05:06 +0200] GET /", ["2027-02-03T04:05:06+0200"]),
        ("Lines of Feb 3 04:05:06: none", ["02-03T04:05:06"]),
        ("until the 2nd of March; am 27.11.2026", ["03-02", "2026-11-27"]),
    ],
)
def test_a_time_is_read_as_date_and_the_systems_log_write_it(text: str, expected: list[str]) -> None:
    assert [fact.normal for fact in FINDER.facts(text) if fact.category == "datetime"] == expected


def test_a_bracket_that_closes_the_sentence_is_no_part_of_a_windows_path() -> None:
    text = "The depot (branch 2, E:\\Work\\Depot) and F:\\x\\copy(1).txt, [see G:\\a\\b]"
    assert found(text) == [("path", path) for path in ("E:\\Work\\Depot", "F:\\x\\copy(1).txt", "G:\\a\\b")]
