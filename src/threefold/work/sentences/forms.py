"""The forms of sentences that speak of a remainder, a wait, an inability, a provisional state, a duty or a later time.

Beside them stand the forms that excuse: what is mended by now, what was left alone, how the work behaves, what was
measured.
"""

from __future__ import annotations

import re

from threefold.text.later import later
from threefold.work.sentences.phrases import Phrases

DONE_NOW = Phrases(
    r"\b(?:now|no longer|any ?more|fixed|resolved|solved|mended|again|as before|as well|too|also|likewise|unchanged|"
    r"untouched|unaffected|intact|unmodified)\b|\b(?:pass|passes|passed|green|clean)\b|已|现在|不再|修好|改好|"
    r"恢复(?:了|正常)|也都|照[旧样常]|一致|保留|不变|不受影响|没有改动|没有变|保持|通过"
)
LEFT_ALONE = Phrases(r"\b(?:unchanged|untouched|unaffected|intact|unmodified)\b|照旧|不变|不受影响|没有改动|没有变")
DID = Phrases(
    r"^(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:also |then |now |just )?(?:\w+ed|made|wrote|put|set|built|cut|ran|kept|"
    r"took|gave|split)\b|^我(?:先|又|再|也|还|已|都|就)?.{0,4}(?:写|改|加|做|跑|测|补|查|删|换|移|拆|试)了|"
    r"\b(?:correct(?:ly)?|works|as expected|fine)\b"
)
DESCRIBES = Phrases(r"^[`*]{0,2}(?:\w+(?:s|ed|ing)|no|user|agent)\b")
"""How an item of a list tells what a part of the work does, or that it was done."""
SAME = Phrases(
    r"\b(?:unchanged|untouched|unaffected|intact|unmodified|as before|as well|too|also|as (?:usual|ever|always)|"
    r"the way (?:it|they) (?:always )?(?:is|are|was|were|did)|as (?:it|they) (?:always )?(?:is|are|was|were|did|do|"
    r"does))\b|照旧|照常|不变|不受.{0,8}影响|没有改动|没有变|保持|也都|[和跟]?(?:以前|之前|原来|往常)一样|沿用"
)
KEPT_UP = Phrases(
    r"\b(?:stays?|remains?|keeps? being|(?:is|are) (?:still|always)) (?:skipped|ignored|excluded|exempt)\b|(?:依然|"
    r"依旧|仍(?:然|旧)?|照旧|还是|继续)(?:会)?(?:被)?(?:跳过|忽略)|仍(?:然|旧)?(?:是|为) ?(?:\d|默认)"
)
"""How a sentence says that what was left out on purpose goes on to be."""
OF_TESTS = Phrases(r"\b(?:tests?|cases?|specs?|suites?)\b|测试|用例")
RECURS = Phrases(
    r"\b(?:on|at|with|upon|from) (?:the|its|their|every) (?:next|first|usual)\b|\bthe (?:first|next) time\b|"
    r"\b(?:during|within|for|in|after) the (?:last|first|next) (?:seconds?|minutes?|hours?|days?|moment)\b|"
    r"下(?:一)?次.{1,8}(?:时|后|起)|第一次.{1,8}(?:时|后)"
)
"""How a sentence says when something comes about of its own accord."""
BY_ITSELF = Phrases(r"\b(?:automatically|by (?:itself|themselves)|on (?:its|their) own)\b|自动|自行")

TURNED_OUT = Phrases(
    r"\b(?:is|are|was|were|been|all) (?:now |also |all |both )?(?:gone|done|finished|over|through|complete|in place|"
    r"\w+ed)\b|(?:都|全部|均|逐个).{0,8}(?:了|好|完|掉|过|成|清|齐)|补的"
)
RECORDED = Phrases(
    r"\b(?:filed|tracked|recorded|noted|documented|written down|logged|opened) (?:it |that |this |them )?(?:as|in|"
    r"under|at)\b|\b(?:issue|ticket|pr) #?\d+|(?:记|写|提|开|建|登记)(?:在|到|了|进).{0,10}(?:issue|工单|文档|README|"
    r"#\d)"
)
"""How a sentence says where something open is kept."""
ACCOUNTS = Phrases(
    r"\b(?:comes?|came|stems?|results?) from\b|\b(?:due|owed|owing|thanks) to\b|\bcaused by\b|\b(?:take|use|need|"
    r"cost)s? (?:up )?(?:half|most|a (?:third|quarter|fraction)) of\b|\bspent (?:in|on)\b"
)
"""How a sentence accounts for a share of something."""
PAST = Phrases(
    r"\b(?:was|were|had|did|didn't|wasn't|weren't|used to|because|couldn't|failed|rejected|refused|complained|crashed|"
    r"broke|tried|turned out)\b|原来|之前|原因|因为|本来|当时|第一次|拒绝了|失败了"
)
TOLD = Phrases(
    r"\b(?:was|were|had|did|didn't|wasn't|weren't|used to|already|turned out|at first|always)\b|\d[\d.,]* ?(?:%|ms|s|"
    r"sec|seconds|minutes|[kmg]i?b|x|times|fold|lines|rows)\b.{0,40}\b(?:to|than|from|down|up)\b|\b(?:from|"
    r"than)\b.{0,30}\d|\b(?:gives?|gave|costs?|saves?|measures?|comes? to)\b.{0,20}\d|原来|原本|之前|本来|当时|第一次|"
    r"从.{0,12}\d.{0,12}(?:降|升|减|增|到)|\d.{0,6}(?:%|倍|个百分点)",
)
"""How a sentence tells of the past, or of a measurement."""
RESTRAINT = Phrases(
    r"\b(?:on|at) the (?:first|second|third|fourth|last|next) (?:attempt|try|go|run)\b|第[一二三四五]次(?:就|"
    r"才)?(?:通过|成功|过了)",
    r"\b(?:did not|didn't|have not|haven't|has not|hasn't|not) (?:be )?(?:touch\w*|chang\w*|modif\w*|alter\w*|"
    r"push(?:ed)?|need\w*|affect\w*|break|broken?|add any|required?|used|anything)\b|\b(?:nothing|no) (?:else|other|"
    r"more|further|longer|change[sd]?|errors?|warnings?|failures?|regressions?|behaviou?r|need|issues?|problems?|"
    r"conflicts?|todos?|differences?|\w+ (?:refers?|uses?|changed?|needs?|depends?|mentions?))\b|\b(?:doesn't|"
    r"does not|don't|do not|won't|isn't|aren't) (?:need|affect|change|break|require|matter|any ?more)\b|\bwhat(?:'s|"
    r" is| was| went) wrong\b|\b(?:you|one|it|that|this|they) would (?:have|need) to\b|\byou (?:should|will) (?:now |"
    r"then )?see\b|\bnot only\b|\bnothing (?:breaks|broke|fails|is lost|gets lost|changes|else|more|happens)\b|"
    r"\b(?:nobody|no one) (?:will |would |is going to )?(?:notices?|needs?|has to|cares?|minds?|miss(?:es)?)\b|"
    r"\bwithout (?:changing|touching|breaking|any|errors?|warnings?|downtime)\b|\bon purpose\b|\bby design\b|"
    r"\bas (?:you )?(?:asked|requested|agreed|wanted|intended|expected)\b|\bdepends on (?:it|them|that)\b|"
    r"\bgit (?:sees|ignores)\b|\bignored?,? (?:by|so) git\b|\bworking (?:copy|tree|"
    r"directory) (?:is )?(?:now )?(?:empty|clean)\b|默认.{0,6}(?:还是|仍)|不(?:会|再|用|必|需)?等待|(?:感觉|察觉|看|"
    r"注意)不到.{0,6}(?:变化|区别|差别|影响)|^(?:没|未)(?:改|动|变)(?:$|[：:])|(?:其他|其它|其余|"
    r"别的)部分.{0,4}没有?(?:动|改|变)|^so (?:that )?(?:nobody|no one|nothing) (?:is|are|gets?|needs?|will|can|leaks|"
    r"breaks|changes|waits|blocks|loses)\b|这部分.{0,4}没有?(?:改|动|碰)|\bnot \w+ (?:twice|again|any ?more|"
    r"more than once)\b|\bnever \w+ed again\b|^so\b.{0,40}\bnever [a-z]+s\b|\bnone (?:failed|left|remain\w*|of)\b|"
    r"\b0 fail\w*|没有(?:影响|其他|别的|报错|错误|警告|问题|引用|残留|遗留)|没有?(?:冲突|变化|差异|失败|异常|事)|"
    r"未受影响|无(?:需|影响|报错|错误)|不(?:需要|影响|必|用)|按(?:你|您|要求)|只有这",
)
BEHAVES = Phrases(
    r"^an? \w+(?: \w+)? (?:that|which|without|with|of)\b|\b(?:when|whenever|if|unless|until|(?:^|[^a] )while|"
    r"for every|each|any|every)\b|如果|要是|时(?:候)?(?:会|就|将|最多|自动|才|都|不|返回|提示|报|仍|先|，)|(?:失败|"
    r"出错|超时|为空|不存在|缺失)时|一旦|每次|每个|任何|任一|只要|(?:的话|时)[，,]"
)

PART = Phrases(
    r"\b(?:half|most|some|part|parts|two thirds|one third|a third|a quarter|the majority|a few|several) of (?:the|"
    r"them|it|those|these)\b|\b(?:first|1st) (?:\w+ )?(?:step|part|half|phase|stage|batch|chunk|round|pass|draft|"
    r"version|cut|third|two|three|few)\b|\b(?:step|part|phase|stage|milestone|batch|round|chunk) (?:one|two|three|1|2|"
    r"3|a) (?:is|was|of|done)\b|\bso far\b|\bup to (?:now|here)\b|\bhalf ?way\b|\bpartial(?:ly)?\b|\bpartly\b|"
    r"\bin part\b|\b(?:the|my|our) \w+ half\b",
    r"一半|(?:^|[^他余这那该])部分|前(?:半|两|三|几)|上半|第一(?:步|批|部分|阶段|版)|先(?:做|改|完成|把|处理|迁移)了|"
    r"目前(?:只|为止)|到目前|只(?:做|改|完成|处理|迁移|换|写)了|[那一]半(?:[^天]|$)",
)
REMAINDER = Phrases(
    r"\b(?:the|its|their|our) (?:other|rest|remaining|remainder|second|third|last|next|final|latter|others)\b|"
    r"\b(?:other|remaining) (?:\w+ ){0,2}(?:\w+s|one|part|half)\b|\bthe others\b|\bthat leaves\b|\bleaving\b|"
    r"\bwhat(?:'s| is) (?:left|missing)\b|\bwhat remains\b|\bstill to come\b|\bto follow\b|\b(?:half|most|some|part|"
    r"parts|two thirds|one third|a third|a quarter|the majority|a few|several) of (?:the|them|it|those|these)\b|"
    r"\b(?:first|1st) (?:\w+ )?(?:step|part|half|phase|stage|batch|chunk|round|pass|draft|version|cut|third|two|three|"
    r"few)\b|\b(?:step|part|phase|stage|milestone|batch|round|chunk) (?:one|two|three|1|2|3|a) (?:is|was|of|done)\b|"
    r"\bexcept(?:ion)?\b|\bapart from\b|\baside from\b|\ball but\b|\bnot all\b|\bnot every\w*\b|\bbarely\b|"
    r"\bmissing\b|\blacks?\b|\blacking\b",
    r"其余|其他(?:的)?(?:\d|几|两|三|四|五|六|还|都还)|另外[一二两三四五六七八九十\d]|(?:^|[^出理写读回留弃送])剩|"
    r"余下|还有[一二两三四五六七八九十\d几].{0,6}(?:没|未|要|待|需)|一半|(?:^|[^他余这那该])部分|前(?:半|两|三|几)|"
    r"上半|第一(?:步|批|部分|阶段|版)|先(?:做|改|完成|把|处理|迁移)了|目前(?:只|为止)|到目前|除了|只(?:做|改|完成|"
    r"处理|迁移|换|写)了|差(?:不多|一|两|几)|缺",
)
WAITS = Phrases(
    r"\b(?:waiting|to wait|i'll wait|waits? (?:for|on) (?:you|your|review|approval|someone|somebody|them|legal|"
    r"the \w+ team)|await\w*|pending|blocked|on hold|in review|under review|in progress|under ?way|in flight|queued|"
    r"scheduled|parked|paused|postponed|deferred|rolling out|outstanding|unresolved)\b|(?:\b(?:has|have|was|were|is|"
    r"are)|'s) (?:just |now )?(?:started|kicked off|triggered|launched|running)\b|^(?:started|kicked off|triggered|"
    r"launched|running|queued)\b|\b(?:takes?|taking|will take|expect\w*|eta|estimated) (?:me |it |to |about |around |"
    r"roughly |some\w* |another |up to )*(?:\w+ ){0,3}(?:minutes?|hours?|days?|h|min)\b|\b(?:sign(?:s|ed)?[- ]?off|"
    r"approv(?:al|e|es)|go-ahead|green light|permission|confirmation|review) (?:from|by|of|is|before|first|to)\b|"
    r"\bhas (?:to|yet to) \b|\bhave yet to\b|\bstays? on\b",
    r"等(?:待(?:[^时的]|$)|到|着|他|她|你|您|对方|.{1,12}(?:后|再|才|了之后|批|审|确认|回复|释放|同意|点头))|正在|"
    r"开始(?:跑|导|执行|重建|了)|(?:已|刚)(?:经)?开始|进行中|排队|大概(?:要|需)|预计|估计|审核|审批|待(?:审|定|办|"
    r"确认|处理|补|合|测|验)|占用|(?:小时|分钟|两点|点钟)(?:后|左右|释放|才)|跑着|跑完(?:再|才|后)|之后再|以后再|"
    r"才(?:能|会|可以|好|行)|要.{1,10}(?:批|审|确认|同意|点头|签)",
)
WAITS_FOR = Phrases(
    r"\b(?:until|once|unless|as soon as|before|after|when|till) (?:somebody|someone|you|he|she|they|we|"
    r"the \w+ (?:team|department|owner|admin\w*)|legal|finance|ops|security|qa|design|marketing|it (?:is|"
    r"gets) (?:approved|merged|signed))\b|等(?:有人|谁|运维|管理员|别人|那边|他们|对方|"
    r"[^级于号同价效式待，。]{1,8}(?:把|来|给|加|批|审|放|发))|得有人|由别人"
)
CONSEQUENCE = Phrases(
    r"\bwill (?:all |then |now |start |begin |probably )?(?:reject|fail|break|stop|lose|drop|refuse|miss|confuse|"
    r"mislead|no longer|complain|crash|run out|expire)\w*\b|\bsomething else\b|\bmore to it\b|\b(?:part|"
    r"half) of (?:it|the story)\b|会(?:全部|都|一直|继续)?(?:失败|报错|拒绝|丢|断|挂|崩|过期)|还有别的|另有|会(?:让|"
    r"使|导致).{1,12}(?:失败|崩|丢|断|挂|报错|出错|不)|(?:再|超过|更).{1,12}就.{0,3}(?:溢出|崩|挂|断|失败|报错|丢|错|"
    r"卡|不)|没有.{1,8}的话.{0,8}[不没]|\bwithout (?:the|it|that|them)\b.{0,40}\b(?:does|do|is|are) (?:nothing|not|"
    r"no)\b"
)
UNABLE = Phrases(
    r"\b(?:i|we) (?:can(?:not|'t)|could(?: not|n't)|was(?: not|n't) able|wasn't able|am unable|failed|(?:have|had|"
    r"got) no|don't have|do not have|lack|ran out|gave up|got stuck|stopped|am stuck)\b|\b(?:no (?:\w+ )?(?:machine|"
    r"device|way|chance|time|account|copy|sample) (?:to|of|for)|unable to|failed to|can't|cannot|couldn't|could not|"
    r"won't|bounced|bailed|choked|needs? (?:\w+ ){0,2}(?:access|permission\w*|rights|credentials|vpn|a key|a token|"
    r"a password|sudo|root)|no (?:access|permission\w*|rights|credentials|token|password)|not (?:available|reachable|"
    r"installed|possible)|unreachable|unavailable|forbidden|was (?:refused|rejected|denied|declined|blocked)|"
    r"were (?:refused|rejected|denied)|(?:refused|rejected|denied|declined) (?:it|the|my|our|me)|timed out|times out|"
    r"doesn't (?:let|allow|accept|exist)|expired|read-only|ran out of|out of (?:memory|space|quota|date|sync))\b",
    r"搞不定|(?:处理|做|改|跑|连|读|写|推|装|登录?|访问|解析|支持|恢复|用|走|换|导|删|合|打|找|完成|解决|发|测|"
    r"编译)不了|无法|没法|不能(?:访问|连|推|登录|执行|完成)|连不上|推不上|登不上|下不来|拒绝|没有权限|没权限|"
    r"权限不(?:够|足)|超时(?:了|[，,。]|$)|不可用|不存在|失败(?:[^时的后一两二三四五六七八九十\d几多次]|$)|报错|(?:^|"
    r"[^后会])过期(?:了|[，,。]|$)|满了",
)
OPEN_STATE = Phrases(
    r"\b(?:still|yet|even so|nevertheless|currently|at the moment|for now|for the moment|temporar\w+|provisional\w*|"
    r"tentative\w*|interim|meanwhile|in the meantime)\b|\b(?:is|are|stays?|remains?|looks?|seems?|gets?|got|went|was|"
    r"were) (?:\w+ )?(?:red|broken|failing|flaky|slower|worse|missing|left open|stale|empty|incomplete|wrong|down|"
    r"unclear|disabled|off|manual|skipped|commented out|stubbed|mocked|ignored|dirty|odd|unfinished|unsafe|unstable|"
    r"insecure|outdated|obsolete)\b|\b(?:fails?|breaks?|crash(?:es)?|leaks?|hangs?|complains?|flickers?|"
    r"misbehaves?)\b|\b(?:untested|unmerged|undocumented|unhandled|unresolved|unverified|unreviewed|unpushed|"
    r"unfinished|uncommitted|unproven|unimplemented)\b|\b(?:as|is|are|left|leaves?|leaving|add(?:ed)?|put|marked|"
    r"with) (?:it |them |that )?(?:(?:an?|some|as|one|two|three|\d+) )*(?:todos?|fixmes?)\b|^(?:todo|fixme)\b|"
    r"\b(?:skipped|disabled|switched off|turned off|muted|silenced|comment(?:ed|ing)? out|worked around|xfail\w*)\b|"
    r"\bexpected fail\w*|预期失败|\bin (?:some|a few|rare) cases\b|\bi had to (?:skip|disable|mute|silence|stub|mock|"
    r"hard-?code|(?:switch|turn) off)\b",
    r"仍|还(?:是|在|走|用|没|未|不|会|有|要|得|需|差|剩)|尚|暂|临时|先(?:用|放|跳|关|注释|屏蔽|这样)|写死|占位|假数据|"
    r"跳过|关掉|关闭了|屏蔽|注释掉|关着|停用|没(?:跑|测|写|做|处理|覆盖|更新)|未(?:跑|测|写|做|处理|覆盖|更新|完成)|"
    r"变慢|更慢|变差|不稳定|偶尔|偶发|有时|变红|架子|雏形|骨架|(?:依然|依旧)(?:写|说|用|走|是)|目前(?:还)?[不没无]|"
    r"留.{0,6}(?:TODO|FIXME)|(?:会|就|又|时)(?:停|断|掉线)(?:了|[，。！]|$)",
    r"\b(?:sketch(?:ed)?|skeleton|prototyped?)\b|\bstops (?:after|working|responding)\b|\bcontinues? to (?:say|"
    r"state|claim|describe|mention)\b",
)
BY_DESIGN = Phrases(r"\b(?:disabled|off|ignored|skipped|empty) (?:while|when(?:ever)?|as long as|during|if)\b")
"""How a state is told that something is meant to be in, at its time."""
PROVISIONAL = Phrases(
    r"\b(?:dummy|placeholders?|fake|stubs?|mock(?:ed|s)?|hard-?(?:coded|wired)|hack\w*|workarounds?|quick fix|"
    r"stop-?gap|band-?aid)\b"
)
DUTY = Phrases(
    r"\b(?:don't forget|remember) to\b|别忘了?|记得(?:要|把|去|在|跟|告诉|通知|改|删)|\b(?:needs? to|need a|needs a|"
    r"has to|have to|must|should|ought to|will have to|will need|'ll need|it'll need|requires?|required|to be (?:done|"
    r"added|updated|fixed|written|checked|reviewed|decided|removed|migrated|tested|confirmed)|is (?:up|left) to|"
    r"are left to|your (?:turn|call|job|side|end|decision)|from your side|on your end|come from you|"
    r"want(?:s)? to (?:reconsider|revisit|check|look)|belongs to|is for (?:you|them|him|her))\b|\b(?:i|we)(?:'d|"
    r" would) (?:\w+ ){0,2}(?:take|do|start|split|prefer|move|add|remove|drop|use|go|keep|rather|suggest|recommend|"
    r"leave|fix|rewrite)\b|\b(?:i|we|it|they|that|this|all \w+|both|the \w+)(?:'ll| will) (?:not )?(?:now )?(?:be |"
    r"then |also )?(?:divide|use|need|move|come|follow|get|take|go|do|have|fix|add|update|change|write|remove|send|"
    r"check|look|make)\b",
    r"需要|要求|必须|应该|应当|要(?:先|再|等|由|手动|记得|单独|另外)|得(?:先|再|等|由|手动|找|让|去|单独)|得有|"
    r"(?:[上里中还就都也须能后前时你我他组人谁]|^)得(?:[^到出以了知名分当]|$)|该由|由(?:你|您|他|运维|管理员)|建议|"
    r"最好|值得|可以考虑|你来|您来",
)
ASIDE = Phrases(
    r"\bi (?:broke|messed up)\b|\band (?:noticed|discovered) that\b|(?:弄|搞|改)(?:坏|乱|丢)了|"
    r"\b(?:i (?:also )?(?:noticed|saw|found|spotted|stumbled|discovered)|while (?:there|at it|doing|i was)|"
    r"along the way|as an aside|one (?:more |other )?(?:thing|caveat|catch|problem|issue|exception|note|gap)|"
    r"two (?:more )?(?:things|problems|issues|caveats)|caveat|be aware|heads-?up|keep in mind|watch out|beware|"
    r"unfortunately|sadly|however|that said|trade-?offs?|downside|drawback|concern\w*|risk\w*|worth (?:noting|knowing|"
    r"a look|checking|fixing|mentioning)|(?:separate|different|another|related|second|unrelated) (?:bug|issue|problem|"
    r"matter|thing|failures?|errors?|tests?)|known (?:issue|limitation|bug)|follow-?up|by the way|btw|(?:platform|ops|"
    r"infra|separate|another|their|follow-up|new) (?:ticket|task|story)|not (?:sure|convinced|certain)|suspect|"
    r"probably|might be|may be|seems to)\b",
    r"顺便|顺带|另外|不过|但是?|可惜|遗憾|提醒|有个|隐患|风险|发现(?:了)?|注意|同时看到|奇怪|怀疑|可能是|似乎|好像|"
    r"不确定|代价|拿不准|说不准|没把握|存疑|不太清楚|不知道(?:为什么|原因|怎么)|原因不明|权宜|凑合|遗留",
    r"\bi don't (?:see|know|understand) (?:why|how|what)\b",
)
GIVEN = Phrases(r"\b(?:when|whenever|if|unless|while)\b|如果|要是|一旦|只要|时[，,会就将]|的话[，,]")
UNTOUCHED = Phrases(r"(?:没有?|未)(?:动|改动?|碰)")
ELSE = Phrases(r"其他|其它|别的|任何|以外|之外|业务|原有")
NOT_DONE = Phrases(
    r"\b(?:i|we)(?:'ve)? (?:have not|haven't|did not|didn't|do not|don't|left|skipped|omitted|ignored|deferred|"
    r"postponed|stubbed|mocked|disabled|held|stayed away|stopped|only|kept away|punted|put off|marked|raised|lowered|"
    r"bumped the (?:limit|timeout))\b|\b(?:has|have|is|are|was|were)(?: not|n't) (?:been |yet )?(?:\w+ )?\w*(?:ed|en|"
    r"un|ut|ne|in there|in it|covered|there|set|put|built|sent|kept|found|held|anywhere)\b|\b(?:isn't|aren't|is not|"
    r"are not|wasn't) (?:on|in|at|here|there|with|available)\b|\bnot (?:\w+ )?yet\b|\bnever\b|\bnobody\b|\bno one\b|"
    r"\bnone of\b|\bnot (?:in|on|for|covered|included|part of|proven|proved|verified|tested|run|done)\b",
    r"没(?:有)?(?:来得及|跑|测|写|做|处理|推|提交|部署|更新|验证|覆盖|加|发|通知)|没(?:有)?(?:看|试|查|碰|管|"
    r"弄)(?:[^到出见过错]|$)|没(?:有)?(?:查|找|搞|弄)(?:出|到|清|明白)?.{0,3}(?:原因|为什么|在哪|哪里|怎么)|"
    r"没人.{0,3}[测试跑看验管改]|未(?:能|跑|测|写|做|处理|推|提交|部署|更新|验证|覆盖|加|发|通知)|不包括|不含|没包含|"
    r"没有[。！]?$|(?:^|都|还|也)没(?:有)?\S{1,4}$|\S没[^\s有错关变动改碰用事]{1,2}[。！]?$",
    r"\b(?:isn't|aren't|wasn't|weren't|hasn't|haven't|didn't|doesn't|don't|won't|can't|(?:is|are|has|have|does|do|did|"
    r"will) not)[.!]?$",
)


MARKED = Phrases(
    *(source for marks in (WAITS_FOR, CONSEQUENCE, PART, UNTOUCHED, NOT_DONE, REMAINDER) for source in marks.sources),
    *(source for marks in (WAITS, UNABLE, DUTY, OPEN_STATE, PROVISIONAL, ASIDE) for source in marks.sources),
)
"""Any of the marks: most clauses have none, and one search tells."""
CASE_FIRST = Phrases(r"^(?:if|when|whenever|while)\b|^.{1,16}(?:失败|出错|断线|超时|为空|不存在|刷新|打开|关闭)时")
"""How a sentence opens with the case of which it tells."""
IN_ORDER = later(r"(?i)\b(last|next|second|third|final|first|other) (\w+)")
CLAUSE = later(
    r"[,;:，；：—()（）]\s*|\s(?:but|so(?! far)|though|although|while|whereas)\s|(?:但是?|不过|只是|所以|然后)"
)
SHARE = re.compile(r"(?<![\d.])(\d{1,3})(?:\.\d+)? ?(%|percent|per cent|个百分点)")
AIM = later(
    r"(?:above|over|least|past|beyond|than|to|at|到|过|>=?|≥)\s{0,3}(\d{1,3})(?![\d.])|(?<![\d.])\d{1,3}(?=\s?(?:%|"
    r"percent))",
    re.IGNORECASE,
)
WHOLE = Phrases(r"\b(?:done|complete\w*|finished|converted|migrated|through|covered)\b|完成|覆盖|做完|迁移")


KINDS = (
    UNTOUCHED, NOT_DONE, WAITS_FOR, CONSEQUENCE, PART, REMAINDER, WAITS, UNABLE, DUTY, OPEN_STATE, PROVISIONAL, ASIDE
)  # fmt: skip
"""The ways in which a clause says that something is open; :mod:`threefold.work.exchanges.endings` knows the excuses."""
