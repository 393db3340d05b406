"""What links say about the units they point at is derived, and falls with them."""

from collections.abc import Sequence

from storage_kit import add, session, unit

from fta_mem.state.records import FTAUnit, Lifecycle, Link, LinkTo
from fta_mem.storage.ports import Store


def seen(store: Store) -> dict[str, FTAUnit]:
    return {item.fact.text: item for item in store.view("case").units}


def pointing(old: FTAUnit, relation: str = "updates", **says: object) -> object:
    def links(named: Sequence[FTAUnit]) -> list[Link]:
        return [Link(item.memory_id, old.memory_id, relation, "high", **says) for item in named]

    return links


def test_without_links_the_status_speaks(store: Store) -> None:
    statuses = ["complete", "partial", "pending", "unknown"]
    units = [unit("s1", 0, status, status=status) for status in statuses]
    add(store, "case", session("s1", ["x"]), units=units)
    states = {text: (item.completeness, item.lifecycle) for text, item in seen(store).items()}
    assert states == {
        "complete": ("complete", Lifecycle("unknown")),
        "partial": ("partial", Lifecycle("unknown")),
        "pending": ("unknown", Lifecycle("pending")),
        "unknown": ("unknown", Lifecycle("unknown")),
    }


def test_the_newest_suggestion_that_says_something_wins(store: Store) -> None:
    (old,) = add(store, "case", session("s1", ["old"], "2024-01-01"))
    later = pointing(old, "contradicts", completeness="partial", lifecycle="contradicted", at="2024-03-01")
    sooner = pointing(old, completeness="complete", lifecycle="completed", at="2024-02-01")
    silent = pointing(old, "followup_of", at="2024-04-01")
    add(store, "case", session("s3", ["later"], "2024-03-01"), links=later)
    add(store, "case", session("s2", ["sooner"], "2024-02-01"), links=sooner)
    add(store, "case", session("s4", ["silent"], "2024-04-01"), links=silent)
    units = seen(store)
    names = {text: item.memory_id for text, item in units.items()}
    assert units["old"].lifecycle == Lifecycle("contradicted", "2024-03-01")
    assert units["old"].completeness == "partial"
    assert units["old"].R_links == (names["sooner"], names["later"], names["silent"])
    assert units["later"].L_links == (LinkTo(old.memory_id, "contradicts", "high"),)
    before = {item.fact.text: item for item in store.units_before("case", "s3")}
    assert before["old"].lifecycle == Lifecycle("completed", "2024-02-01")
    assert before["old"].R_links == (names["sooner"],)


def test_derived_fields_of_a_committed_unit_are_not_believed(store: Store) -> None:
    odd = unit(
        "s1", 0, "odd", lifecycle=Lifecycle("archived", "2020"), completeness="partial", R_links=("emem_000009",)
    )
    add(store, "case", session("s1", ["x"]), units=[odd])
    shown = seen(store)["odd"]
    assert (shown.lifecycle, shown.completeness, shown.R_links) == (Lifecycle("unknown"), "complete", ())


def test_a_link_falls_with_either_end(store: Store) -> None:
    (old,) = add(store, "case", session("s1", ["old"], "2024-01-01"))
    add(store, "case", session("s2", ["new"], "2024-02-01"), links=pointing(old, lifecycle="completed"))
    assert store.summary("case").links == len(store.view("case").links) == 1
    add(store, "case", session("s1", ["other"], "2024-01-01"))
    assert store.view("case").links == ()
    assert seen(store)["new"].L_links == ()
    assert store.summary("case").links == 0


def test_links_to_itself_unknown_ones_and_repeated_ones_are_no_edges(store: Store) -> None:
    (old,) = add(store, "case", session("s1", ["old"], "2024-01-01"))

    def links(named: Sequence[FTAUnit]) -> list[Link]:
        new = named[0].memory_id
        pairs = [(new, new, "updates"), (new, old.memory_id, "unknown"), *[(new, old.memory_id, "supports")] * 2]
        return [Link(source, target, relation) for source, target, relation in pairs]

    add(store, "case", session("s2", ["new"], "2024-02-01"), links=links)
    assert [link.relation for link in store.view("case").links] == ["supports"]
    assert store.summary("case").links == 1
