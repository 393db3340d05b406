"""The command line; ``main`` is the console script."""

from fta_mem.cli.program import main

__all__ = ["main"]
