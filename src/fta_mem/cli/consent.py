"""``fta-mem consent``: whether memory may be kept of a person, and what was said on it before."""

from typing import cast

import click

from fta_mem.cli.options import Invocation, common_options
from fta_mem.cli.output import dumps
from fta_mem.cli.terminal import one_line
from fta_mem.state.consent import CONSENT_STATES, Consent, ConsentState
from fta_mem.state.encoding import to_json


@click.command()
@click.argument("case")
@click.argument("state", required=False, type=click.Choice(CONSENT_STATES))
@click.option("--by", default="", metavar="NAME", help="Whose word it is.")
@common_options()
@click.pass_obj
def consent(invocation: Invocation, case: str, state: str | None, by: str) -> None:
    """Show or set whether memory is kept of CASE: on, paused (asked, nothing new kept) or off (nothing kept or told).

    What is remembered already can be looked at, exported and erased whatever is set.
    """
    with invocation.memory(create=state is not None) as memory:
        if state is not None:
            memory.set_consent(case, cast(ConsentState, state), by=by)
        given = memory.store.consents(case)
    now = given[-1] if given else Consent()
    if invocation.as_json:
        click.echo(dumps({"case": case, "consent": now.state, "history": to_json(given)}))
    else:
        click.echo("\n".join(_lines(case, now, given)))


def _lines(case: str, now: Consent, given: tuple[Consent, ...]) -> list[str]:
    told = [f"  {each.at[:16]}  {each.state}{f', by {one_line(each.by)}' if each.by else ''}" for each in given]
    return [f"Memory of {one_line(case)} is {now.state}.", *told]
