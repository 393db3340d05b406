"""What can go wrong, as types: one base and few children, so that a host can catch them by kind.

All derive from ValueError or RuntimeError as well, because the LangGraph server passes the message of those on
and hides every other class behind "internal error".
"""


class FTAMemError(Exception):
    """Any error that FTA-Mem raises on purpose; its message is one line that says what to do."""


class SettingsError(FTAMemError, ValueError):
    """A setting is of the wrong type or out of its range."""


class DatasetError(FTAMemError, ValueError):
    """An input file or dialogue can't be read as what it claims to be."""


class RecordError(FTAMemError, ValueError):
    """A value is not the record that it should be: a field is missing, or of the wrong type."""


class UnknownCaseError(FTAMemError, ValueError):
    """The memory has no case, session or unit of that name."""


class ForeignCaseError(FTAMemError, ValueError):
    """Somebody who is logged in reached for a case that isn't theirs."""


class ConsentError(FTAMemError, PermissionError):
    """The person doesn't let memory be kept of them, or be asked."""


class QuestionError(FTAMemError, ValueError):
    """A question can't be asked as it stands (it is empty)."""


class StoreError(FTAMemError, RuntimeError):
    """Memory can't be read or written (folder, disk, schema, embedder mismatch)."""


class CaseLockedError(StoreError):
    """Another process is writing to this case."""


class EngineError(FTAMemError, RuntimeError):
    """An engine could not give a judgement (after its retries)."""
