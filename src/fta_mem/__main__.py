"""``python -m fta_mem`` is the command line."""

from fta_mem.cli.program import main

if __name__ == "__main__":
    main()
