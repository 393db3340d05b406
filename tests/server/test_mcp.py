"""Ask, recall and remember as MCP tools, through the server's own endpoint and a real client."""

import ast
import asyncio
from typing import Any

import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

pytestmark = pytest.mark.server

SESSION = {
    "session_id": "s1",
    "timestamp": "2024-03-04T18:30:00",
    "turns": [{"role": "user", "name": "Ana", "content": "My sister Mara moved to Leeds last Friday."}],
}


async def use(url: str) -> tuple[dict[str, Any], list[Any]]:
    async with streamable_http_client(f"{url}/mcp") as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        about = {"case_id": "mcp", "question": "Where did Mara move?"}
        calls = [
            ("remember", {"case_id": "mcp", "session": SESSION}),
            ("recall", about),
            ("ask", about),
            ("ask", {"question": "x"}),
        ]
        return tools, [await session.call_tool(name, given) for name, given in calls]


def test_memory_is_three_tools(server: str) -> None:
    tools, (remembered, recalled, asked, nobody) = asyncio.run(use(server))
    assert {"ask", "recall", "remember"} <= set(tools)
    for name in ("ask", "recall", "remember"):
        assert tools[name].description
        assert all(field.get("description") for field in tools[name].input_schema["properties"].values())
    assert tools["ask"].input_schema["required"] == ["question"]
    assert ast.literal_eval(remembered.content[0].text)["sessions"] == 1
    assert "0 Ana: My sister Mara moved to Leeds last Friday." in ast.literal_eval(recalled.content[0].text)["packet"]
    assert set(ast.literal_eval(asked.content[0].text)) == {"answer", "abstained", "memory_ids", "turn_ids"}
    assert nobody.is_error
