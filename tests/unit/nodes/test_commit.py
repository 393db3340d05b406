"""A session in which a model failed is looked at again; one in which it refused is not."""

import pytest

from fta_mem.nodes.commit import to_be_retried
from fta_mem.state.records import Usage


@pytest.mark.parametrize(
    ("usage", "again"),
    [
        (Usage(), False),
        (Usage(fallbacks=1), True),
        (Usage(fallbacks=2, refusals=2), False),
        (Usage(fallbacks=2, refusals=1), True),
    ],
)
def test_what_is_tried_again(usage: Usage, again: bool) -> None:
    assert to_be_retried(usage) is again
