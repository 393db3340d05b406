"""Folders of a home: made for their owner's eyes only, emptied for good."""

import shutil
from pathlib import Path

from fta_mem.state.errors import StoreError


def make_folder(folder: Path) -> None:
    """Make a folder, and what is missing above it, that only its owner reads.

    Raises:
        StoreError: it can't be made.
    """
    try:
        for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
            missing.mkdir(mode=0o700, exist_ok=True)  # mkdir's own parents=True would leave the home open to all
    except OSError as error:
        raise StoreError(f"the folder {folder} can't be made: {error.strerror}; choose another home") from error


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, if it is there.

    Raises:
        StoreError: something of it can't be removed.
    """
    try:
        if folder.exists():
            shutil.rmtree(folder)
    except OSError as error:
        raise StoreError(f"the folder {folder} can't be removed: {error.strerror}; remove it by hand") from error
