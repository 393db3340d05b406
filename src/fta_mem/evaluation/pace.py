"""How far a run is and how long it will take, for people who wait; no figure depends on it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic


@dataclass(slots=True)
class Pace:
    """Counts answered questions; the time left follows from those of this sitting alone, as the others cost nothing."""

    total: int
    done: int = 0
    clock: Callable[[], float] = monotonic
    _began: float | None = None
    _here: int = 0
    _lock: Lock = field(default_factory=Lock)

    def skip(self, count: int) -> None:
        """Count questions that an earlier sitting answered."""
        with self._lock:
            self.done += count

    def begin(self) -> None:
        """Start the clock, at the first work."""
        if self._began is None:
            self._began = self.clock()

    def step(self) -> None:
        """Count one more question."""
        with self._lock:
            self.done += 1
            self._here += 1

    def __str__(self) -> str:
        left = self.seconds_left()
        return f"{self.done} of {self.total} done" + (f", about {_spoken(left)} left" if left is not None else "")

    def seconds_left(self) -> float | None:
        """Return how long the rest will take at this pace, None before the first question."""
        if self._began is None or not self._here or self.done >= self.total:
            return None
        return (self.clock() - self._began) / self._here * (self.total - self.done)


def _spoken(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
