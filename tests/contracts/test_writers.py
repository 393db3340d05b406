"""One writer a case: in this process, in others, and after a kill."""

import contextvars
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from storage_kit import STORY, FakeEmbedder, add, ingest, proposed, session, told

from fta_mem.state.errors import CaseLockedError
from fta_mem.storage.ports import Store
from fta_mem.storage.store import SqlStore

OtherProcess = Callable[..., "subprocess.Popen[str]"]


def in_thread(work: Callable[[], object]) -> object:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_the_holder_may_write_and_take_the_lock_again(store: Store) -> None:
    with store.writing("case"), store.writing("case"):
        add(store, "case", session("s1", ["x"]))
    with store.writing("case"):
        add(store, "case", session("s2", ["y"]))


def test_a_thread_that_works_for_the_holder_is_the_holder(store: Store) -> None:
    with store.writing("case"):
        context = contextvars.copy_context()
        in_thread(lambda: context.run(store.stage, "case", session("s1", ["x"])))
    assert store.session_head("case", "s1").turn_count == 1


def test_another_run_in_the_same_process_is_refused(store: Store) -> None:
    with store.writing("case"):
        with pytest.raises(CaseLockedError, match="writing to case 'case'.*try again"):
            in_thread(lambda: store.stage("case", session("s1", ["x"])))
        in_thread(lambda: store.stage("other", session("s1", ["x"])))
    in_thread(lambda: store.stage("case", session("s1", ["x"])))


def test_an_error_gives_the_lock_back(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.writing("case"):
        raise ZeroDivisionError
    in_thread(lambda: store.stage("case", session("s1", ["x"])))


def test_any_thread_may_keep_vectors_and_judgements(store: Store) -> None:
    with store.writing("case"):
        store.stage("case", session("s1", ["x"]))
        in_thread(lambda: store.keep_judgement("case", "key", "1"))
        in_thread(lambda: store.vectors("case", ["y"]))
    assert store.cached_judgement("case", "key") == "1"


def test_two_stores_in_one_process_are_two_writers(on_disk: Callable[[], SqlStore]) -> None:
    with on_disk().writing("case"), pytest.raises(CaseLockedError):
        on_disk().stage("case", session("s1", ["x"]))


def test_what_another_store_wrote_between_two_holds_is_seen(on_disk: Callable[[], SqlStore]) -> None:
    one, other = on_disk(), on_disk()
    ingest(one, "case", STORY[:2])
    with other.writing("case"):
        other.stage("case", session("s5", ["staged elsewhere"], "2024-01-20"))
        add(other, "case", session("s3", ["the dog sleeps"], "2024-01-10"))
    with one.writing("case"):
        assert [entry.head.session_id for entry in one.fold_order("case")] == ["s1", "s2", "s3", "s5"]
        assert one.turns("case", "s5", 0, 0)[0].text == "staged elsewhere"
        assert "the dog sleeps" in [unit.fact.text for unit in one.units_before("case", "s5")]


def test_a_second_process_waits_and_is_refused_while_readers_go_on(
    on_disk: Callable[[], SqlStore], other_process: OtherProcess
) -> None:
    store = on_disk()
    ingest(store, "case", STORY)
    add(store, "case", session("s11", ["the dog barks"], "2024-03-01"))  # the index is behind
    store.close()
    with other_process("hold") as process:
        assert process.stdout.readline() == "holding\n"
        reader = on_disk()
        with pytest.raises(CaseLockedError, match="another process"):
            reader.stage("case", session("s12", ["x"]))
        with pytest.raises(CaseLockedError):
            reader.forget_case("case")
        vector = reader.embed_query("the dog barks")
        assert reader.nearest("case", vector, 3, "chroma").units == reader.nearest("case", vector, 3, "exact").units
        assert reader.summary("case").sessions == 4
    reader.stage("case", session("s12", ["x"]))


def test_an_index_that_another_process_has_open_is_left_to_it(
    on_disk: Callable[[], SqlStore], other_process: OtherProcess, home: Path
) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY)
    with other_process("read") as process:
        store = on_disk()
        vector = store.embed_query("dog")
        assert process.stdout.readline() == f"{store.nearest('case', vector, 3, 'exact').units}\n"
        assert proposed(store, "dog", 3) is None
        ingest(store, "case", [session("s11", ["the dog barks"], "2024-03-01")])
        assert store.nearest("case", vector, 9, "chroma").units == store.nearest("case", vector, 9, "exact").units
    assert len(proposed(store, "dog", 3)) == 6


def test_a_case_whose_index_another_process_has_open_can_be_forgotten_and_made_again(
    on_disk: Callable[[], SqlStore], other_process: OtherProcess, home: Path
) -> None:
    with on_disk() as store:
        ingest(store, "case", STORY)
    with other_process("read") as process:
        process.stdout.readline()
        store = on_disk()
        store.forget_case("case")
        assert list((home / "index").iterdir()) == []
        ingest(store, "case", [session("s1", ["a cat"])])
    vector = store.embed_query("cat")
    assert store.nearest("case", vector, 9, "chroma").units == store.nearest("case", vector, 9, "exact").units


def test_a_kill_at_any_moment_leaves_what_the_next_run_completes(
    on_disk: Callable[[], SqlStore], other_process: OtherProcess, home: Path
) -> None:
    clean = SqlStore.in_memory(FakeEmbedder())
    ingest(clean, "case", STORY)
    step, finished = 1, False
    while not finished:
        with other_process("die", step) as process:
            finished = process.stdout.read() == "finished\n"
        with on_disk() as store:
            for summary in store.cases():  # what is there can be read
                assert store.nearest(summary.case_id, store.embed_query("dog"), 1, "chroma").units
        step += 7  # each run begins with what the one before left
    with on_disk() as store:
        ingest(store, "case", STORY)
        assert told(store, "case") == told(clean, "case")
        assert [item.memory_id for item in store.view("case").units] == [
            item.memory_id for item in clean.view("case").units
        ]
        assert len(proposed(store, "dog", 9)) == 5
