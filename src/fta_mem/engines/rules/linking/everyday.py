"""Words so common in talk that two units which share one need have nothing to do with each other (as stems)."""

from typing import Final

from fta_mem.text.content_words import stem
from fta_mem.text.word_lists import words

_LISTED: Final = words(
    "auntie nan gran granny grandma grandpa grandad cousin nephew niece partner boyfriend girlfriend class "
    "time times day days night nights week weekend weekends month months year years morning afternoon evening today "
    "tomorrow tonight yesterday monday tuesday wednesday thursday friday saturday sunday january february march april "
    "may june july august september october november december summer winter spring autumn fall christmas hour hours "
    "minute minutes moment second seconds people person man men woman women guy guys boy girl kid kids child children "
    "friend friends family mum mom dad mother father sister brother son daughter wife husband parents aunt uncle baby "
    "thing things stuff place places home house room door window bed table chair kitchen floor wall car bus road "
    "street way life world work job money word words name question answer idea reason problem trouble mess fact case "
    "kind sort lot bit rest part half end start side top bottom front back head hand hands face eyes hair arm arms "
    "foot feet leg body heart water food tea coffee call message text list "
    "number office shop town city country team story talk chat plan help hug smile laugh cry "
    "one two three four five six seven eight nine ten first last next second third once twice again now soon later "
    "good great nice fine bad better best worse worst big small little long short old new young early late hot cold "
    "happy sad tired sorry glad sure ready free full empty easy hard right wrong true real whole same different "
    "think know feel want need like love hate hope wish guess mean say tell ask talk speak call ring write read hear "
    "see look watch find lose get give take make let keep put bring send go come leave stay stop start finish try use "
    "work live move sit stand lie sleep wake eat wash clean buy pay sell open close turn pull "
    "push hold carry pick drop throw catch cut build wear show meet visit wait happen change help win "
    "learn teach study remember forget understand believe care worry miss enjoy laugh smile cry shout hurt die born "
    "attend accept date allow understand pass finish end begin seem become really actually maybe probably honestly "
    "anyway yeah okay hello thanks please sorry nothing something anything everything somebody someone anyone everyone "
    "nobody ever never always sometimes often usually still already just even only also too much many more most less"
)
EVERYDAY: Final = frozenset(stem(word) for word in _LISTED) | _LISTED
