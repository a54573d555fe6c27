"""The patterns of hard facts, for RE2 on bytes, and the word lists that they and their checks use.

A pattern only finds candidates, at the speed of one automaton; what precedes and follows a candidate, and what it may
mean, is decided by the reader of its rule (``paths``, ``values``). Every pattern ends where its run of characters ends,
so that finding all matches of a text stays linear (see ``threefold.text.patterns``).
"""

# ruff: noqa: E501
from __future__ import annotations

from threefold.text.vocabulary import CHINESE_COUNTED, MEASURES, MONEY, MONEYS, SINGULAR

# --- word lists ----------------------------------------------------------------------------------------------------

_EXTENSIONS = """
    go py pyi pyx ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro json jsonl json5 jsonc yaml yml toml ini cfg conf
    md mdx rst txt adoc html htm xhtml css scss sass less c h cc cpp cxx hpp hh hxx cs fs vb java kt kts scala groovy
    gradle rb erb rs swift m mm php pl pm lua r jl ex exs erl hrl hs elm clj cljs dart zig nim sol asm s sh bash zsh
    fish ps1 psm1 bat cmd sql prisma graphql gql proto thrift avsc xml xsd xsl svg png jpg jpeg gif webp ico bmp tiff
    pdf doc docx xls xlsx ppt pptx csv tsv parquet arrow feather orc db sqlite sqlite3 zip tar gz tgz bz2 xz zst zstd 7z
    rar jar war whl egg deb rpm dmg exe dll so dylib lib o a bin wasm map lock sum mod log out err tmp bak orig patch
    diff pem crt cer key pub p12 env example sample dist template tmpl tpl j2 ejs hbs mustache plist xcconfig pbxproj
    tf tfvars hcl nix dhall bazel bzl cmake mk make am ac in spec service socket timer desktop rules snap golden tape
    mp3 mp4 wav ogg flac mov avi mkv webm ttf otf woff woff2 safetensors onnx pt pth ckpt npy npz pkl h5 gguf dockerfile
    editorconfig npmrc nvmrc babelrc eslintrc prettierrc gitignore gitattributes gitmodules dockerignore properties
    tex bib bst sty cls ltx rmd qmd typ odt ods rtf epub ics eml geojson gpx kml shp nc mat rds dta sav smk bed vcf bam
    fasta fastq gff gtf pdb ndjson avro hdf5 cu cuh ino f90 vhd vhdl sv v dts dtsi overlay ml mli pas lisp el fsx
    csproj sln vcxproj xaml cshtml razor resx prefab unity asset meta storyboard xib entitlements arb po pot
    srt vtt m4a aac heic psd fbx obj stl dxf step jks keystore pfx p8 mdc jinja jinja2 liquid pug haml slim styl
"""
EXTENSIONS = frozenset(_EXTENSIONS.split())
# Without a folder in front these are as often a property of an object as an extension of a file.
_AMBIGUOUS = "m mm r s o a in out err key pub env example sample dist template map log sum mod make am ac rules timer"
_DATA = "cls typ nc mat bed sv v el ml po obj step asset meta overlay unity slim liquid prefab sav pot"
_MORE_AMBIGUOUS = "service socket desktop spec snap bin lib db jl pl pm pt d cmd properties lock golden fs cs ex"
BARE_EXTENSIONS = (
    EXTENSIONS - frozenset(_AMBIGUOUS.split()) - frozenset(_MORE_AMBIGUOUS.split()) - frozenset(_DATA.split())
)
_OBJECTS = "this self res req request response result resp ctx e err event obj data el element r t s x np math console"
OBJECTS = frozenset(_OBJECTS.split()) | {"Math", "window", "document", "props", "state", "JSON", "$", "c", "p", "args"}
_PRODUCTS = """
    node.js next.js vue.js react.js nuxt.js d3.js three.js express.js angular.js backbone.js ember.js chart.js p5.js
    socket.io discord.js nest.js alpine.js moment.js day.js solid.js deno.js bun.js handlebars.js asp.net vb.net
    hyper.sh ml.net type.ts
"""
PRODUCTS = frozenset(_PRODUCTS.split())
_NAMES = """
    Makefile Dockerfile Gemfile Procfile Justfile Jenkinsfile Vagrantfile Rakefile Brewfile CMakeLists.txt .gitignore
    .gitattributes .gitmodules .dockerignore .editorconfig .npmrc .nvmrc .env .envrc .bashrc .zshrc .profile .prettierrc
    .eslintrc .babelrc .python-version .tool-versions .ruby-version .node-version
"""
KNOWN_NAMES = frozenset(_NAMES.split())
_MARKERS = """
    src lib libs app apps packages pkg pkgs cmd internal test tests spec specs docs doc scripts script bin config
    configs conf public components pages api server client web frontend backend services service modules module core utils util
    helpers examples example fixtures assets static templates migrations deploy build dist tools tool node_modules
    vendor .github .git .vscode .claude .codex .venv .circleci .husky .config integration e2e bench benches crates include
"""
ROOT_MARKERS = frozenset(_MARKERS.split())
# Words of the list that slash lists in prose are made of; two such words alone ("client/server") are no path.
_PROSE = (
    "test tests docs doc script scripts config api server client web frontend backend service services module build"
)
_MORE_PROSE = "tool tools app apps core utils util example examples lib e2e"
PROSE_MARKERS = frozenset(_PROSE.split()) | frozenset(_MORE_PROSE.split())
_UNIX = "tmp etc usr var opt home root bin sbin lib mnt media srv proc sys dev run Users Applications"
UNIX_ROOTS = frozenset(_UNIX.split())
_TLDS = "com org io dev net ai cn app edu gov co me sh rs info xyz tech cloud so to ly in de uk fr jp ru eu us"
TLDS = frozenset(_TLDS.split())
_NO_TICKETS = """
    UTF ISO SHA AES RSA MD RFC GPT CVE GHSA HTTP HTTPS TLS SSL IPV BASE ES TS PEP CWE JSR EC SHA2 X WIN UCS CP KOI GB
    ARM USB RGB CRC LATIN ASCII COVID GLM QWEN LLAMA PHI GEMINI CLAUDE OPUS SONNET HAIKU O T RTX RAID H V P Q S
"""
NO_TICKETS = frozenset(_NO_TICKETS.split())
_STATUS_TEXTS = (
    "OK|Created|Accepted|No Content|Moved Permanently|Found|Not Modified|Bad Request|Unauthorized|Payment Required|"
    "Forbidden|Not Found|Method Not Allowed|Not Acceptable|Conflict|Gone|Payload Too Large|Unprocessable Entity|"
    "Too Many Requests|Internal Server Error|Not Implemented|Bad Gateway|Service Unavailable|Gateway Timeout"
)

# --- pieces --------------------------------------------------------------------------------------------------------

_CJK = r"\x{2E80}-\x{2FDF}\x{3005}-\x{3007}\x{3041}-\x{9FFF}\x{AC00}-\x{D7FF}\x{F900}-\x{FAFF}"
_LETTERS = r"A-Za-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{24F}\x{300}-\x{36F}\x{370}-\x{52F}"  # Latin, Greek, Cyrillic: words need spaces
_NAME = rf"[{_LETTERS}0-9._@%+~-]"
_SEGMENT = rf"(?:(?:{_NAME}|\[{_NAME}{{1,40}}\]|\\ )+|[{_CJK}]+{_NAME}*)"
_DIGIT = r"[0-9\x{FF10}-\x{FF19}]"
_AMOUNT = rf"(?:(?:{_DIGIT}{{1,3}}(?:,{_DIGIT}{{3}})+|{_DIGIT}{{1,24}}(?:_{_DIGIT}{{3}})*)(?:[.．]{_DIGIT}{{1,12}})?[½¼¾⅓⅔⅛]?|[½¼¾⅓⅔⅛])"
_HAN_NUMBER = r"(?:[零〇一二三四五六七八九十百千万亿两兩半萬億]{1,12})"


def _any(words: list[str]) -> str:
    """An alternation, longest first: RE2 takes the first that matches, as Perl does."""
    escaped = (word.replace("$", r"\$").replace(".", r"\.") for word in words)
    return "|".join(sorted(escaped, key=lambda word: (-len(word), word)))


_ASCII_UNITS = [
    u for u in MEASURES if u.isascii() and u[0].isalpha() and u[-1].isalpha() and (len(u) > 1 or u in "shgVWL")
]
_CLOSE_UNITS = ["s", "m", "h", "d", "w", "x", "X", "B"]
_SCALE = "(?:[kKM]| ?(?:million|billion|thousand))?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_HAN_UNITS = [u for u in MEASURES if "\u4e00" <= u[0] <= "\u9fff"]
_SIGNS = [u for u in MEASURES if u not in _HAN_UNITS and not u.isascii() and u != "×"] + ["%"]
_CURRENCY = rf"{_any([sign for sign in MONEY if not sign.isalpha()])}|\b(?:{_any([*MONEYS, 'RMB'])})"
_HOURS, _MINUTES, _SECONDS = r"(?:h|hrs?|hours?),?", r"(?:m|mins?|minutes?),?", r"(?:s|secs?|seconds?)"
_WORD_NUMBERS = (
    "(?i:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|"
    "nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)"
)
_NOUNS = _any(list(SINGULAR))
HOSTS = (
    "com|org|net|io|dev|local|internal|example|test|invalid|lan|corp|intra|cloud|app|ai|cn|eu|de|uk|fr|jp|us|svc|int"
)
"""Endings of names of hosts; none is the ending of a file, whose line stands behind a colon too."""

# --- rules: name, gate, pattern --------------------------------------------------------------------------------------
# A gate is a cheap pattern that stands wherever the rule's own pattern can match. All gates together are one small
# automaton; the full patterns together would be one that is slower than running them one by one.

BLOB = r"[A-Za-z0-9+/_-]{60,}={0,2}"  # base64 and its kin; ``values.is_blob`` tells them from long paths and hashes

_PROGRAMS = """
    git gh npm npx yarn pnpm bun deno node python python3 pip pip3 uv poetry pytest tox ruff mypy black cargo rustc
    rustup go gofmt golangci-lint make cmake ninja docker docker-compose podman kubectl helm terraform ansible aws
    gcloud az curl wget ssh scp rsync tar zip unzip cp mv rm mkdir ls cat head tail grep rg sed awk find xargs chmod
    chown ln touch diff
    sort uniq wc jq yq psql mysql sqlite3 redis-cli mongosh systemctl journalctl service brew apt apt-get yum dnf apk
    java javac mvn gradle dotnet ruby bundle rake gem php composer perl bash sh zsh sudo env export mise just task vite
    tsc eslint prettier jest vitest playwright webpack next nest ng flutter dart swift xcodebuild claude codex
    time timeout nohup watch bazel bitbake hugo jekyll pandoc ffmpeg ffprobe openssl nginx certbot msbuild nuget vagrant
    packer nomad consul vault pulumi gsutil heroku vercel netlify wrangler firebase supabase sbatch srun sacct qsub
    conda mamba pixi rye hatch pdm pipx tox nox coverage pylint flake8 isort bandit alembic flask uvicorn gunicorn
    celery rspec rails mix iex cabal stack ghc opam dune nix bcl-convert nmap tcpdump hyperfine wrk hey ab
"""
PROGRAMS = frozenset(_PROGRAMS.split())

_NOTED = r"(?: ?[(（][^()（）0-9\n]{1,24}[)）])?"
RULES: dict[str, tuple[str, str]] = {
    "url": (
        "://",
        r"(?i:https?|wss?|ftp|sftp|ssh|git|file|postgres|postgresql|mysql|mariadb|rediss?|mongodb(?:\+srv)?|amqps?|s3|gs"
        r"|jdbc:[a-z]{2,12}|nats|ldap|smtp|vscode|git\+ssh|git\+https)://[A-Za-z0-9\-._~:/?#@!$&()*+,;=%\[\]]+",
    ),
    "uuid": (
        "[0-9a-fA-F]-[0-9a-fA-F]{4}-",
        r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
    ),
    "path": (
        "/",
        rf"(?:\$\{{?[A-Za-z_][A-Za-z0-9_]{{0,40}}\}}?|%[A-Za-z_]{{2,30}}%)?(?:{_NAME}|\[{_NAME}{{1,40}}\]|\\ )*/+"
        rf"{_SEGMENT}(?:/+{_SEGMENT})*/?|(?:{_NAME}|\\ )+/",
    ),
    "windows": (
        r"[A-Za-z]:[\\/]",
        rf"\b[A-Za-z]:[\\/]+(?:[{_LETTERS}{_CJK}0-9._@%+~()\[\]-]+(?: [{_LETTERS}0-9._()-]+){{0,2}}[\\/]+)*"
        rf"[{_LETTERS}{_CJK}0-9._@%+~()-]*",
    ),
    "unc": (
        r"\\\\",
        r"\\\\(?:\\\\)?[A-Za-z0-9][A-Za-z0-9._-]{2,60}\\{1,2}[A-Za-z0-9$][A-Za-z0-9._$-]+(?:\\{1,2}[A-Za-z0-9._$@~-]+)*",
    ),
    "backslashed": (
        r"[A-Za-z0-9_-]\\{1,2}[A-Za-z0-9_.-]{2}",
        rf"(?:\b|\.{{1,2}}\\)(?:[A-Za-z0-9_.-]{{2,60}}\\{{1,2}})+[A-Za-z0-9_-][A-Za-z0-9_.-]{{0,80}}\.(?:{_any(list(EXTENSIONS))})\b",
    ),
    "file": (
        r"\.[A-Za-z0-9]|file\b",
        rf"(?:^|[^{_LETTERS}0-9._@%+~/-]){_NAME}*\.(?:{_any(list(EXTENSIONS))})\b"
        rf"|[\"'`「《(（/][{_CJK}][{_CJK}{_LETTERS}0-9_-]*\.(?:{_any(list(EXTENSIONS))})\b"
        r"|\b(?:Makefile|Dockerfile|Gemfile|Procfile|Justfile|Jenkinsfile|Vagrantfile|Rakefile)\b",
    ),
    "hash": ("[0-9a-fA-F]{7}", r"\b[0-9a-f]{7,64}\b|\b[0-9A-F]{40}\b|\b[0-9A-F]{64}\b"),
    "datetime": (
        r"[0-9] ?点|[0-9]:[0-9]|[0-9]-[01][0-9]-|[0-9]/[01]?[0-9]/|月|[0-9,.] (?:20|19)[0-9]{2}|[.][01]?[0-9][.](?:20|19)|[0-9]/[A-Z][a-z]{2}/[0-9]|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
        r"\b[0-9]{4}-[01][0-9]-[0-3][0-9](?:[T ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
        r"(?: ?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?)?"
        r"|\b[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?: ?(?:[aApP]\.?[mM]\b\.?|UTC|GMT))?"
        r"|\b[0-9]{4}/[01]?[0-9]/[0-3]?[0-9]\b"
        rf"|\b{_MONTH} {{1,2}}[0-3]?[0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{{1,9}})?(?: [A-Z]{{3,4}})?(?: [0-9]{{4}})?\b"
        rf"|\b{_MONTH} [0-3]?[0-9](?:st|nd|rd|th)?(?:,? [0-9]{{4}})?\b"
        rf"|\b[0-3]?[0-9](?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? [0-9]{{4}})?\b"
        r"|\b[0-3]?[0-9]\.[01]?[0-9]\.(?:19|20)[0-9]{2}\b"
        r"|\b[0-3][0-9]/[A-Z][a-z]{2}/[0-9]{4}:[0-2][0-9]:[0-5][0-9]:[0-5][0-9](?: [+-][0-9]{4})?\b"
        r"|(?:[0-9]{4} ?年 ?)?[01]?[0-9] ?月 ?[0-3]?[0-9] ?[日号]"
        r"|(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上) ?[0-2]?[0-9] ?点(?:半|[0-5]?[0-9] ?分)?|[0-2]?[0-9] ?点(?:半|[0-5]?[0-9] ?分)",
    ),
    "number": (
        rf"{_DIGIT}|{_HAN_NUMBER} ?(?:{_any([*_HAN_UNITS, *CHINESE_COUNTED])})|[½¼¾⅓⅔⅛]|[百千万]分之|\b{_WORD_NUMBERS}[ -]",
        rf"(?:{_CURRENCY}) ?{_AMOUNT}(?:[kKmM]\b| ?(?:million|billion|thousand|bn)\b)?"
        rf"|\b{_DIGIT}{{1,4}}(?:\.{_DIGIT}+)? ?(?:{_HOURS} ?{_DIGIT}{{1,2}} ?{_MINUTES}(?: ?{_DIGIT}{{1,2}}(?:\.{_DIGIT}+)? ?{_SECONDS})?"
        rf"|{_MINUTES} ?{_DIGIT}{{1,2}}(?:\.{_DIGIT}+)? ?{_SECONDS})\b"
        rf"|{_DIGIT}{{1,4}} ?个?(?:小时|钟头) ?{_DIGIT}{{1,2}} ?分钟?(?: ?{_DIGIT}{{1,2}}(?:\.{_DIGIT}+)? ?秒)?"
        rf"|(?:{_DIGIT}{{1,3}}|{_HAN_NUMBER}) ?个半(?:小时|钟头|月)"
        rf"|{_DIGIT}{{1,4}} ?分钟? ?{_DIGIT}{{1,2}}(?:\.{_DIGIT}+)? ?秒"
        rf"|{_AMOUNT} ?(?:{_any(_SIGNS)})"
        rf"|{_AMOUNT}{_SCALE}(?: |-|\x{{A0}})?(?:{_any(_ASCII_UNITS)}|per cent)(?:/s)?\b"
        rf"|{_AMOUNT}(?:{'|'.join(_CLOSE_UNITS)})\b"
        rf"|(?:{_AMOUNT}{_SCALE}|\b{_WORD_NUMBERS})[ -](?:[a-z][a-z-]{{1,18}} ){{0,2}}(?:[a-z]{{2,12}}-)?(?:{_NOUNS})\b"
        rf"|\b{_WORD_NUMBERS}[ -](?:{_any([w for w in _ASCII_UNITS if len(w) > 2])}|per cent)\b"
        rf"|(?:{_AMOUNT}|{_HAN_NUMBER}) ?[百千万亿萬億]? ?(?:{_any([*_HAN_UNITS, *CHINESE_COUNTED])})"
        rf"|[百千万]分之(?:{_AMOUNT}|{_HAN_NUMBER}(?:点{_HAN_NUMBER})?)",
    ),
    "version": (
        r"[0-9]\.[0-9]",
        r"\bv?[0-9]{1,5}\.[0-9]{1,5}\.[0-9]{1,5}(?:\.[0-9]{1,5})?(?:[-+.]?(?:alpha|beta|rc|dev|post|pre|a|b|canary|next|"
        r"SNAPSHOT|preview)[.-]?[0-9]{0,8}(?:\.[0-9]{1,8})*)?\b|\bv[0-9]{1,4}\.[0-9]{1,4}\b"
        r"|\b(?:Go|go|Python|python|Node|node|Node\.js|Java|JDK|Ruby|Rust|PHP|TypeScript|React|Vue|Django|Rails|Postgres|"
        r"PostgreSQL|MySQL|Redis|Kubernetes|Docker|macOS|Ubuntu|version|Version|版本)(?: version|版本)?[ :=@]{0,2}[是为：]?v?"
        r"[0-9]{1,4}(?:\.[0-9]{1,4})+\b",
    ),
    "coded": (
        r"[tT]ime\.[A-Z]|[sScCnNbB][\"']? ?[(:=] ?=? ?[0-9]|[0-9] ?\* ?[0-9]|[0-9] ?<< ?[1-4]0|Xm[xsn][0-9]",
        r"\b[0-9][0-9_]{0,15}(?:\.[0-9]+)? ?\* ?[tT]ime\.[A-Z][a-z]{2,12}\b|\b[tT]ime\.[A-Z][a-z]{2,12} ?\* ?[0-9][0-9_]{0,15}\b"
        r"|\b(?:timedelta\(|Duration(?:::|\.)(?:from_|of)?)?(?:milliseconds|secs|seconds|mins|minutes|hours|days|weeks|millis"
        r"|Millis|Seconds|Minutes|Hours|Days) ?[(=] ?[0-9][0-9_]{0,15}(?:\.[0-9]+)?\)?"
        r"|\b[A-Za-z][A-Za-z0-9_]{0,40}?(?:_(?i:ms|us|ns|secs?|seconds|mins?|minutes|hours|days|bytes|kb|mb|gb)"
        r"|Ms|Millis|Secs?|Seconds|Minutes|Hours|Days|Bytes|KB|MB|GB)[\"']? ?(?::=|[:=]) ?[0-9][0-9_]{0,15}(?:\.[0-9]+)?(?: ?\* ?1024){0,4}\b"
        r"|\b[0-9]{1,9}(?: ?\* ?1024){1,4}\b|\b[0-9]{1,6}(?: ?\* ?[0-9]{1,6}){1,5}\b|\b[0-9]{1,6} ?<< ?(?:10|20|30|40)\b|\bXm[xsn][0-9]{1,9}[kKmMgG]\b",
    ),
    "counted": (
        r"s(?:\\?[\"']|\*\*)? ?[:=] ?(?:\*\*)? ?[0-9]",
        r"\b[A-Za-z][a-z-]{1,18}s(?:\\?[\"']|\*\*)? ?[:=] ?(?:\*\*)? ?[0-9][0-9,]{0,12}\b",
    ),
    "error": (
        r"[A-Za-z0-9](?:Error|Exception|Warning|Failure|Panic|Fault|Interrupt)\b|[A-Z]{2}[A-Z_]|[A-Z][0-9]{3}|[A-Z]{1,5}-[0-9]"
        r"|(?i:error)(?i: code| no\.?)?[ :#]{1,2}[0-9]{4}|错误|0x|[sS]tatus|STATUS|HTTP|http|状态码|退出码|(?i:exit)|\b[1-5][0-9]{2} [A-Z]",
        r"\b(?i:error)(?i: code| no\.?)?[ :#]{1,2}[0-9]{4,5}\b"
        r"|\b[A-Z][A-Za-z0-9]{1,60}(?:Error|Exception|Warning|Failure|Panic|Fault|Interrupt)\b"
        r"|\b(?:ERR_[A-Z0-9_]{3,60}|E[A-Z]{4,14}|TS[0-9]{4,5}|SC[0-9]{4}|CVE-[0-9]{4}-[0-9]{4,7}|GHSA(?:-[a-z0-9]{4}){3}"
        r"|ORA-[0-9]{5}|E[0-9]{3,5}|[FWCDNBS][0-9]{3,4}|[A-Z]{2,4}[0-9]{3,4}|SIG[A-Z]{3,6}|0x[0-9a-fA-F]{8})\b"
        r"|\b(?i:http(?:/[0-9.]{1,3})?|status(?: ?code)?|状态码)[\"']?[ :=]{1,3}[1-5][0-9]{2}\b"
        rf"|\b[1-5][0-9]{{2}} (?:{_STATUS_TEXTS})\b"
        r"|错误(?:代码|码|号)?[ :：]?[0-9]{4,5}\b"
        r"|\b(?i:exit(?:ed)?(?: with)?(?: ?(?:code|status))?|exitcode|exit_code|退出码)[\"']?[ :=]{1,3}-?[0-9]{1,3}\b",
    ),
    "port": (
        rf"(?i:port|listen|bound)|端口|监听|-[a-z0-9]{{1,20}}:[0-9]{{4}}|(?i:localhost|internal):[0-9]|\.[0-9]{{1,3}}:[0-9]|\]:[0-9]|\.(?i:{HOSTS}):[0-9]",
        r"(?:\b(?i:localhost|host\.docker\.internal)|\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[::1?\]):[0-9]{2,5}\b"
        rf"|\b[A-Za-z0-9-]{{1,63}}(?:\.[A-Za-z0-9-]{{1,63}}){{0,6}}\.(?i:{HOSTS}):[0-9]{{3,5}}\b"
        r"|\b(?i:[a-z_]{0,20}port)[\"']?(?: | ?[:=] ?| is | to | number )[\"']?[0-9]{2,5}\b"
        r"|\b(?i:[a-z_]{0,20}port) (?:[a-z]{2,12} ){1,3}(?:is|was) [0-9]{4,5}\b"
        rf"|\b(?i:[a-z_]{{0,20}}ports)[\"']?(?: |: ?| are )[0-9]{{2,5}}(?:{_NOTED}(?:, and |, | and | or |/)[0-9]{{2,5}}){{0,5}}\b"
        r"|\b(?i:listen(?:s|ing)?|bound) (?i:on|at|to) :?[0-9]{4,5}\b|监听(?:在)? ?:?[0-9]{4,5}"
        r"|\b[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){1,4}:[0-9]{4,5}\b"
        rf"|端口(?:号)?(?:是|为|改成|改为|用|：|:)? ?[0-9]{{2,5}}(?:{_NOTED}(?:、|和| 和 |，)[0-9]{{4,5}}){{0,5}}",
    ),
    "env": (
        r"[A-Z0-9]_[A-Z0-9]|\$\{?[A-Z]",
        r"\$\{?[A-Z][A-Z0-9_]{2,60}\b\}?|\b[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30})+\b",
    ),
    "reference": (
        r"#[0-9]|[A-Z0-9]-[0-9]|![0-9]|(?i:pr|request|issues?|ticket|pull)[ /-][0-9]",
        r"(?:\b(?i:pr|pull request|pull|issues?|merge request|mr|fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|ticket|bug|gh)"
        r"[ /-]?)?#[0-9]{1,6}\b|\b(?:(?i:pr|pull request|issue|merge request|ticket)[ -]|(?:pull|issues|pr)/|GH-)[0-9]{1,6}\b"
        r"|\b[A-Z][A-Z0-9]{1,9}-[0-9]{1,6}\b|![0-9]{2,6}\b",
    ),
    "command": (
        r"[ \t=]--?[A-Za-z]",
        rf"`[^`\n]+`|(?m:^)[ \t]*(?:[$>] )?(?:[A-Z][A-Z0-9_]{{0,40}}=[^\s`]{{0,200}} ){{0,4}}(?:{_any(list(PROGRAMS))}"
        r"|[A-Za-z0-9_./-]{0,100}\.sh|\./[A-Za-z0-9_./-]{1,100}) [^\n`]+",
    ),
}
