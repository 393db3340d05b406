"""Two tools for an agent that decides itself when to look into memory."""

from typing import Annotated, Final

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool, ToolException

from fta_mem.host.host_fields import HostFields
from fta_mem.host.unit_evidence import explained
from fta_mem.memory import Memory
from fta_mem.state.errors import ConsentError, QuestionError, UnknownCaseError

Question = Annotated[str, "What to look for, as a full question or statement in the person's own language."]
Day = Annotated[str | None, "The day it is asked on (ISO date), if that isn't the last day of the conversations."]
SWITCHED_OFF: Final = "This person has switched their memory off: nothing is told of them."
NOTHING_YET: Final = "Nothing is known of this person yet."
MemoryId = Annotated[str, "The id of a memory as search_memory shows it, such as emem_000021."]


def memory_tools(memory: Memory, fields: HostFields | None = None) -> list[BaseTool]:
    """Return ``search_memory`` and ``explain_memory``.

    Whose memory is searched is read from the run's config (``fields.user_id``), never from what a model says.
    """
    of_host = fields or HostFields()

    def search_memory(question: Question, config: RunnableConfig, now: Day = None) -> str:
        """Look up what this person said in earlier conversations: facts with dates, feelings and the exact turns."""
        try:
            return memory.recall(of_host.user(config), question, now=now).packet.text
        except UnknownCaseError:
            return NOTHING_YET
        except ConsentError:
            return SWITCHED_OFF
        except QuestionError as error:
            raise ToolException(str(error)) from error

    def explain_memory(memory_id: MemoryId, config: RunnableConfig) -> str:
        """Show one memory in full: when it holds, how it felt, what it is linked to, and the turns that prove it."""
        try:
            view = memory.store.view(of_host.user(config))
        except UnknownCaseError:
            return NOTHING_YET
        try:
            return explained(view, memory_id)
        except UnknownCaseError as error:
            raise ToolException(str(error)) from error

    return [StructuredTool.from_function(each, handle_tool_error=True) for each in (search_memory, explain_memory)]
