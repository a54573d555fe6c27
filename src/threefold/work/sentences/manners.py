"""Thanks, praise and the other small words of people who talk with one another, in English and Chinese."""

from __future__ import annotations

from threefold.text.later import later
from threefold.work.sentences.phrases import Phrases, Said

_PRAISES = Phrases(
    r"^(?:great|nice|good|perfect|awesome|cool|lovely|excellent|brilliant|amazing|fantastic|wonderful|love|super|"
    r"sweet|neat|well|thanks?|thank|cheers|happy|glad)\b|^(?:太|真|很|赞|棒|谢|辛苦|漂亮|厉害|不错)"
)
_THANKS = Phrases(r"\b(?:thanks?|thank you|thx|ty|cheers|appreciate\w*|ta|tysm|danke|merci)\b|谢|感谢|辛苦")
_SOCIABLE = (
    "thank thanks thx ty tysm ta cheers appreciate appreciated great good nice nicely perfect perfectly lovely "
    "awesome excellent brilliant wonderful fantastic super cool sweet neat clear clearer helpful help helps "
    "helped love loved look looks lgtm well done job work works worked fine fixed interesting beautiful amazing "
    "impressive solid quick fast clean smart clever got gotcha get see understood understand noted make makes "
    "sense know learned exactly precisely indeed true fair enough point right correct yeah yep yup yay ok okay k "
    "kk sure alright all both agree agreed approve approved wow oh lol whoa phew oops sorry please pls bye "
    "goodbye later night morning evening afternoon day weekend one hello hi hey there welcome matches merged what "
    "needed wanted looking expected hoped lifesaver legend star best you your u i it its that thats this is was "
    "are am so very really much a an the lot lots tons for now again to of and in on my me we here just too as "
    "have had has been with bit more than how explanation answer answers info summary review today everything "
    "anything nothing else no not problem worries need mind doing keep up go back phone sounds idea did do dude "
    "mate man buddy team friend friends cya ya seems reads feels better happy glad connect connects them they ll "
    "ve re d s m t catch kudos props hooray dont didnt "
)
_SOCIAL_WORDS = frozenset(_SOCIABLE.split())
_STRETCHED = later(r"yes+|ah+|hm+|ha(?:ha)*")
_MARKS = later(r"[^\w\s\u3400-\u9fff]|\u200d")
_SOCIAL_HAN = later(
    r"谢谢|多谢|感谢|谢|辛苦|太|好的|好嘞|好呀|好吧|好|棒|不错|很|完美|漂亮|厉害|可以|没问题|收到|知道|明白|懂|"
    r"了解|清楚|原来如此|原来|如此|这样|对|是的|是|嗯|行|哈|你好|您好|早上|早|晚安|晚上|再见|拜拜|没事|就这样|"
    r"别的|搞定|能用|好用|正常|学到|有道理|确实|没错|赞|牛|哦|噢|啊|呀|哇|嘞|了|的|吧|呢|哈哈|你|我|就|都|那|真|"
    r"真的|非常|挺|也|这个|这|下|解释|回答|帮助|帮忙|帮|快|下午|同意|先|没|有|看|看到|问题|大家|啦|吗|在|嗯嗯|"
    r"通过|验证|过"
)


def sociable_words(line: Said) -> tuple[int, float]:
    """How many sociable words a sentence has, and how many words are left without them (two characters are a word)."""
    words = _MARKS.sub(" ", line.masked).split()
    left = [word for word in words if not _is_sociable(word.lower())]
    count = len(words) - len(left)
    if line.masked.isascii():
        return count, float(len(left))
    rest, chinese = _SOCIAL_HAN.subn(" ", " ".join(left))
    latin = sum(1 for word in rest.split() if not any("\u3400" <= c <= "\u9fff" for c in word))
    return count + chinese, latin + sum(1 for char in rest if "\u3400" <= char <= "\u9fff") / 2


def _is_sociable(word: str) -> bool:
    return word in _SOCIAL_WORDS or _STRETCHED.fullmatch(word) is not None


def thanks(line: Said) -> bool:
    """Whether a sentence thanks."""
    return _THANKS.within(line)


def praises(line: Said) -> bool:
    """Whether a sentence opens with praise or thanks."""
    return _PRAISES.within(line)
