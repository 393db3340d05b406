"""Existing chat histories of LangChain as cases: file, SQL, Redis, or whatever else implements their port."""

from collections.abc import Mapping

from langchain_core.chat_history import BaseChatMessageHistory

from fta_mem.formats.messages import session_from_messages
from fta_mem.state.records import Case


def case_from_histories(case_id: str, histories: Mapping[str, BaseChatMessageHistory]) -> Case:
    """Return a person's histories, by the id of the session that each of them holds, as a case to ingest.

    Times are read from the messages (``additional_kwargs["timestamp"]``, ISO 8601); without them, sessions stand in the
    natural order of their ids and relative times stay unresolved. Histories without a word in them are left out.
    """
    sessions = [session_from_messages(name, history.messages) for name, history in histories.items()]
    return Case(case_id, tuple(session for session in sessions if session.turns))
