"""Word lists of the clause reader: nouns of place and time, verbs of being somewhere, light verbs."""

from typing import Final

from fta_mem.text.word_lists import words

PLACE_PREPOSITIONS: Final = words(
    "in at to into on onto near inside outside around by under behind across through towards toward within beside "
    "opposite above below past along round off via"
)
PLACE_NOUNS: Final = words(
    "home house flat apartment room bedroom kitchen bathroom attic garden office work shop store supermarket library "
    "museum hospital clinic surgery ward school university uni college church mosque temple pub bar restaurant cafe "
    "café bakery park beach lake sea river forest wood mountain village town city country county street road station "
    "airport hotel hostel cinema theatre theater gym pool hall court prison jail bank farm factory warehouse garage "
    "car bus train plane boat tent caravan camp campsite zoo market mall salon studio nursery kindergarten playground "
    "court courthouse embassy lab laboratory abroad island coast countryside suburb neighbourhood neighborhood area "
    "building place north south east west mosque stadium arena club bedsit hostel shelter bungalow barge"
)
PLACE_ADVERBS: Final = words(
    "home here there abroad upstairs downstairs outside inside overseas nearby away somewhere anywhere nowhere "
    "elsewhere "
    "everywhere indoors outdoors uptown downtown"
)
SETTLED: Final = words(
    "live move travel fly relocate emigrate immigrate return commute drive migrate cycle sail hitchhike"
)
MOVING: Final = words(
    "go come get walk run ride head bring take send drop carry be jog rush race hike bus tour escape flee transfer "
    "arrive "
    "land climb swim march wander invite deport evacuate ship post deliver"
)
LOCATED: Final = words("work live stay study sleep wait stand sit teach volunteer camp stop park meet train be lodge")
NO_PLACES: Final = words(
    "love pain trouble debt fear tears therapy rehab bed mind way end mood contact touch control charge shock doubt "
    "danger peace need hurry fact person general case love line order time course sleep dad mum mom me him her us them "
    "it you therapist doctor counselling counseling treatment recovery remission"
)
TIME_NOUNS: Final = words(
    "second minute hour day night morning afternoon evening week weekend month year decade century time moment while "
    "spring summer autumn winter season christmas easter birthday holiday holidays today tomorrow tonight yesterday "
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december mondays tuesdays wednesdays thursdays fridays saturdays sundays childhood "
    "past future age breakfast lunchtime midnight noon dawn dusk teens twenties thirties forties fifties sixties "
    "fortnight term semester lockdown pandemic ago"
)
AS_ONE_WAS: Final = words("child kid teenager teen boy girl baby student toddler youngster adult")
TIME_UNITS: Final = words("second minute hour day night week weekend month year decade fortnight term semester")
TIME_PREPOSITIONS: Final = words("during since until till")
SOON: Final = words("soon recently lately nowadays someday eventually later earlier once sometime before afterwards")
TIME_ENTITIES: Final = words("DATE TIME")
PLACE_ENTITIES: Final = words("GPE LOC FAC")

STATES: Final = words(
    "be have own know think believe love like hate want need feel belong contain seem mean understand prefer miss "
    "trust fear cost owe weigh live dislike adore doubt remember look sound hope wish suppose guess matter hurt"
)
MEETING: Final = words(
    "break_up split_up split marry divorce meet separate reconcile argue fight quarrel engage make_up get_together "
    "fall_out become date move_in talk chat"
)
"""What two do with each other: "Theo and I broke up" is said of both."""

_DEEDS: Final = (
    ("have take go do", "walk stroll run jog swim drive ride bath shower nap rest dance"),
    ("have", "talk chat conversation argument row quarrel fight cry look meeting"),
    ("make take", "decision promise move apology complaint call"),
    ("give", "call ring hug kiss"),
    ("pay", "visit"),
    ("get", "divorce"),
    ("do", "shopping cooking washing cleaning"),
)
_AS_VERBS: Final = {
    "conversation": "talk", "argument": "argue", "row": "argue", "quarrel": "argue", "bath": "bathe", "ring": "call",
    "decision": "decide", "meeting": "meet", "apology": "apologise", "complaint": "complain", "shopping": "shop",
    "cooking": "cook", "washing": "wash", "cleaning": "clean",
}  # fmt: skip
DEEDS: Final[dict[tuple[str, str], str]] = {
    (verb, noun): _AS_VERBS.get(noun, noun)
    for verbs, nouns in _DEEDS
    for verb in verbs.split()
    for noun in nouns.split()
}
"""Light verb and noun that are one deed: "have a row" is "argue"."""
PHRASES: Final = frozenset(
    {
        ("give", "birth"), ("take", "part"), ("take", "place"), ("take", "care"), ("make", "sense"), ("have", "fun"),
        ("make", "friend"), ("fall", "asleep"), ("lose", "touch"), ("lose", "contact"), ("lose", "weight"),
        ("make", "love"), ("keep", "track"), ("make", "peace"), ("break", "contact"), ("cut", "contact"),
    }
)  # fmt: skip
"""Verb and bare noun that are one predicate."""
BECOMING: Final = words("get become turn grow go fall end_up")
INDEFINITES: Final = words(
    "someone somebody anyone anybody everyone everybody people something anything everything one nobody none nothing "
    "noone no-one"
)
PARTICLES: Final = words("out up off away in down over on through apart by along around")
