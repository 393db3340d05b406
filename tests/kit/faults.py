"""Kill hosts at any moment, and let two write on one person for a while; print a table of what was lost (`make faults`).

python tests/kit/faults.py [ROUNDS] [MINUTES]
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.host.subgraph import memory_subgraph
from fta_mem.memory import Memory
from fta_mem.storage.store import SqlStore

EXCHANGES = 40
MOST = 10**6


def start(home: Path, tag: str, count: int, *more: str) -> "subprocess.Popen[str]":
    """Start a host; it prints a line for each exchange that was taken."""
    command = [sys.executable, str(Path(__file__).with_name("handing_host.py")), str(home), tag, str(count), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def killed_after(process: "subprocess.Popen[str]", seconds: float) -> list[str]:
    """Kill a host (-9) so long after its first exchange was taken; return all that it said was taken."""
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    return [line.strip() for line in (first, *process.stdout) if line.endswith("\n")]


def lost(home: Path, taken: list[str]) -> list[str]:
    """Return what was taken and is no memory after the next start has made up for what was left."""
    with Memory(SqlStore(home, WordEmbedder()), SmallEngine()) as memory:
        with memory_subgraph(memory) as embedded:
            embedded.wait()
        held = {turn.text for turn in memory.store.view("ana").turns}
        assert not memory.store.handed_over("ana")
    return [name for name in taken if f"Item {name} is in the attic." not in held]


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(rounds: int = 30, minutes: float = 10.0) -> None:
    """Print the table."""
    chance, taken, gone = random.Random(7), 0, 0
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            more = ["hold"] if number % 3 == 0 else []
            said = killed_after(start(Path(folder), "k", EXCHANGES, *more), chance.uniform(0, 4))
            taken, gone = taken + len(said), gone + len(lost(Path(folder), said))
    tell(f"killed at {rounds} moments: {taken} exchanges taken, {gone} lost")
    with tempfile.TemporaryDirectory() as folder:
        hosts = [start(Path(folder), tag, MOST) for tag in ("a", "b")]
        time.sleep(minutes * 60)
        both = [name for host in hosts for name in killed_after(host, 0)]
        tell(f"two workers, {minutes:g} minutes: {len(both)} exchanges taken, {len(lost(Path(folder), both))} lost")


if __name__ == "__main__":
    given = [float(each) for each in sys.argv[1:]]
    main(int(given[0]) if given else 30, given[1] if given[1:] else 10.0)
