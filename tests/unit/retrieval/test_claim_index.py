import numpy as np

from fta_mem.retrieval.claim_index import SHOWN, ClaimIndex, said_of, tells_names
from fta_mem.state.answering import Cues, RewrittenQuery, SourceTurn
from fta_mem.state.claims import Asked, Claim
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor
from fta_mem.storage.ports import CaseView

NOTHING = np.zeros((0, 3), dtype=np.float32)
NAMES = frozenset({"rosa"})


def view_of(*claims: Claim) -> CaseView:
    """Return a case whose turns make one claim each."""
    turns = tuple(SourceTurn("s1", claim.turn, f"T{claim.turn}", "Rosa", claim.words) for claim in claims)
    units = tuple(
        FTAUnit(
            Fact(claim.words),
            TimeAnchor(),
            Affect(),
            Evidence("s1", (claim.turn, claim.turn)),
            memory_id=f"emem_{place}",
            claims=(claim,),
        )
        for place, claim in enumerate(claims)
    )
    return CaseView("c", 1, ("Rosa",), units, NOTHING, turns, NOTHING, (), (), None)


def live(turn: int, place: str, subject: str = "Rosa") -> Claim:
    return Claim(subject, "live", place=place, session="s1", turn=turn, words=f"{subject} lives in {place}")


WHERE = RewrittenQuery(
    "Where does Rosa live?",
    "where",
    Cues(participants=("Rosa",)),
    ("live",),
    (Asked(Claim("Rosa", "live", words="Where does Rosa live"), "place"),),
)


def test_old_and_new_claims_of_the_subject_are_found_the_newest_first() -> None:
    index = ClaimIndex(view_of(live(0, "Bristol"), Claim("Rosa", "row", session="s1", turn=1), live(2, "Cardiff")))
    assert index.turns_near(WHERE, NAMES) == [2, 0]


def test_somebody_elses_claim_stands_behind() -> None:
    index = ClaimIndex(view_of(live(0, "Bristol"), live(1, "Rome", "Ana")))
    assert index.turns_near(WHERE, NAMES) == [0, 1]


def test_a_question_without_a_clause_is_searched_by_its_terms() -> None:
    index = ClaimIndex(view_of(live(0, "Bristol"), Claim("Rosa", "row", "a boat", session="s1", turn=1)))
    assert index.turns_near(RewrittenQuery("the boat", terms=("boat",)), NAMES) == [1]
    assert index.turns_near(RewrittenQuery(""), NAMES) == []


def test_only_so_many_turns_are_handed_on() -> None:
    index = ClaimIndex(view_of(*(live(turn, f"Place{turn}") for turn in range(3 * SHOWN))))
    assert len(index.turns_near(WHERE, NAMES)) == SHOWN


def test_claims_are_told_with_their_units_and_only_those_of_the_turns_shown() -> None:
    view = view_of(live(0, "Bristol"), live(1, "Cardiff"))
    assert ClaimIndex(view).stated_in(view.turns[1:]) == (("emem_1", view.units[1].claims[0]),)


def test_a_claim_of_a_turn_that_is_gone_is_left_out() -> None:
    view = view_of(live(0, "Bristol"))
    lost = CaseView("c", 1, (), view.units, NOTHING, (), NOTHING, (), (), None)
    assert ClaimIndex(lost).entries == []


def test_what_a_claim_says_is_told_from_whom_it_is_about() -> None:
    claim = Claim("Rosa", "go", place="Prague", obliques=(("with", "Milan"),))
    assert said_of(claim) == {"pragu", "milan"}


def test_who_is_who_is_told_by_names_and_by_being() -> None:
    assert tells_names(Claim("Rosa's sister", "be called", "Elaine"))
    assert tells_names(Claim("Dr Weiss", "be", "Rosa's therapist"))
    assert not tells_names(Claim("Rosa", "row"))
