"""Common first names and their gender: to know a name that chat writes small, and whom "she" can mean.

A name given to both, or not listed, may be either.
"""

from typing import Final

from fta_mem.text.word_lists import words

FEMALE: Final = words(
    "ada adele aisha alice alicia alina amanda amber amelia amina amy ana anastasia andrea angela anita ann anna anne "
    "annie anya astrid audrey ava barbara beatrice becky bella beth bethany betty bianca birgit brenda bridget camila "
    "carina carla carmen carol caroline catherine cecilia celia charlotte chiara chloe christina claire clara claudia "
    "daisy dana daniela deborah delia diana dina donna dora doris dorothy edith eileen elaine elena eleanor elisa "
    "elizabeth ella ellen elsa emily emma erica erin esme esther eva evelyn fatima fiona florence frances freya gemma "
    "georgia georgina gina giulia gloria grace greta hannah harriet hazel heather heidi helen helena hilary holly ida "
    "imogen ines ingrid irene iris isabel isabella isla ivy jade jane janet janice jasmine jean jenna jennifer jenny "
    "jessica jill joan joanna josephine joyce judith judy julia julie june karen karin kate katherine kathleen katie "
    "katrin katy kirsten laura lauren layla lea leah leila lena lenka leonie lily linda lisa lola lotte louise lucia "
    "lucy luisa lydia mabel maddie maggie mandy mara margaret maria marianne marie marina marta martha mary matilda "
    "maya megan melanie melissa mia michelle mila milena miriam molly monica mona nadia nancy naomi natalie natasha "
    "nell nicole nina nora olga olive olivia paola patricia paula penny petra philippa phoebe pia polly priya rachel "
    "rebecca rita rosa rosalind rose rosie ruby ruth sabine sadie sally samantha sandra sara sarah selma sharon sheila "
    "sienna silvia simone sofia sonia sophia sophie stella stephanie sue susan suzanne sylvia tamar tamara tania tanya "
    "teresa tessa thea tina tracy uma ursula valentina valerie vanessa vera veronica vicky victoria viola virginia "
    "wendy willow yasmin yvonne zara zoe cerys rhian mair nerys mali sian carys freja signe solveig tove berit ilse "
    "anja "
    "swati anjali deepa kavita leyla zeynep mei yuki ngozi amara nkechi fatou"
)
MALE: Final = words(
    "aaron abdul abel adam adrian ahmed alan albert alec alexander alfie alfred ali anders andreas andrew angus "
    "anthony "
    "anton antonio archie arthur barry ben benjamin bernard bert bill billy bob boris brandon brian bruce bruno callum "
    "carl carlos charles charlie christian christopher clive colin connor craig dan daniel danny darren dave david "
    "dean "
    "dennis derek diego dieter dmitri dominic donald douglas duncan dylan eddie edgar edward edwin eli elias emil eric "
    "erik ernest ethan eugene evan felix fergus fernando finn francis frank fred frederick gareth gary gavin geoff "
    "george gerald gerard giorgio glen gordon graham grant greg gregory gus guy hamish hanno hans harold harry hassan "
    "henry henrik howard hugh hugo huw ian ibrahim igor isaac ivan jack jacob jake james jamie jan jason jeff jeremy "
    "jim jimmy joe joel johan john johnny jonas jonathan jorge jose joseph josh joshua juan julian justin karl keith "
    "ken kenneth kevin klaus kurt kyle lars laurence lee leo leon leonard levi lewis liam lorenzo louis luca lucas "
    "luis "
    "luke magnus malcolm marc marco marcus mario mark martin mateo matt matthew matteo maurice max michael miguel mike "
    "milan miles milo mohammed nathan neil neville niall nicholas nick nigel nils noah norman oliver omar oren oscar "
    "otto owen pablo patrick paul pavel pedro peter phil philip pierre rafael ralph raj ramon ravi ray raymond reece "
    "reuben rhys richard rob robert robin rodney roger roland ron ross roy rupert ryan samir samuel scott sean "
    "sebastian sergei seth simon stan stefan stephen steve steven stuart sven ted terence terry theo theodore thomas "
    "tim timothy tobias toby tom tommy tony trevor tristan tyler victor viktor vincent vladimir walter warren wayne "
    "wilhelm will william yoav yusuf zach anil sanjay arjun vikram hiroshi kenji kwame emeka chidi tunde"
)
EITHER: Final = words(
    "alex ashley bobby cameron casey chris dale dana drew jo jordan jess kai kelly kim lou lynn morgan nico nicky pat "
    "quinn rene riley rowan sacha sam sandy sasha shannon sky sydney taylor terry toni val bex"
)


def is_first_name(word: str) -> bool:
    """Say whether a word is a common first name."""
    plain = word.casefold()
    return plain in FEMALE or plain in MALE or plain in EITHER


def gender_of_name(word: str) -> str:
    """Return "she", "he" or "" for a first name."""
    plain = word.casefold()
    if plain in EITHER or (plain in FEMALE and plain in MALE):
        return ""
    return "she" if plain in FEMALE else "he" if plain in MALE else ""
