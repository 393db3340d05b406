"""The errors for what memory doesn't hold."""

from fta_mem.state.errors import UnknownCaseError


def unknown_case(case_id: str) -> UnknownCaseError:
    """Return the error for a case of which nothing is memory."""
    return UnknownCaseError(f"memory holds no case {case_id!r}; `fta-mem cases` lists those it holds")


def unknown_session(session_id: str) -> UnknownCaseError:
    """Return the error for a session that is neither staged nor memory."""
    return UnknownCaseError(
        f"there is no session {session_id!r} in this case; `fta-mem sessions CASE` lists those it has"
    )
