"""The grammar is loaded once, however many threads want it first."""

import threading

import pytest

from fta_mem.text import grammar


def test_threads_that_come_first_wait_for_one_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = list[object]()
    first, go_on = threading.Event(), threading.Event()

    def load() -> object:
        loaded.append(object())
        first.set()
        assert go_on.wait(30)
        return loaded[0]

    monkeypatch.setattr(grammar, "_loaded", load)
    threads = [threading.Thread(target=grammar._reader) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert first.wait(30)
    assert len(loaded) == 1, "the others wait while it is loaded"
    go_on.set()
    for thread in threads:
        thread.join(30)
