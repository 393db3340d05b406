"""A case as a file: one JSON document with a checksum, for another home or for the person (docs/formats.md)."""

import json
from typing import Final

from fta_mem.decoding import decoded
from fta_mem.state.encoding import JSON, content_hash, to_json
from fta_mem.state.errors import DatasetError
from fta_mem.state.portable import PortableCase

FORMAT: Final = "fta-mem case"
VERSION: Final = 1


def write_case(case: PortableCase) -> str:
    """Return the document: form, version, SHA-256 of the content's canonical JSON, and the content."""
    content = to_json(case)
    document: dict[str, JSON] = {"format": FORMAT, "version": VERSION, "sha256": content_hash(content), "case": content}
    return json.dumps(document, ensure_ascii=True, allow_nan=False, indent=1)


def read_case(text: str) -> PortableCase:
    """Return the case that a document holds.

    Raises:
        DatasetError: it is no such document, of a newer version, or not what was written.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DatasetError("this is no exported case: it is no JSON document") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise DatasetError("this is no exported case; `fta-mem ingest` reads dialogues")
    if document.get("version") != VERSION:
        raise DatasetError(
            f"the case was exported by another version (form {document.get('version')!r}); upgrade fta-mem"
        )
    if content_hash(document.get("case")) != document.get("sha256"):
        raise DatasetError("the exported case was changed or cut off since: its checksum differs; export it again")
    return decoded(PortableCase, document["case"])
