"""``fta-mem reindex`` and ``fta-mem doctor``: seeing that all is in order, and mending it."""

import click

from fta_mem.cli.diagnosis import find_faults
from fta_mem.cli.options import Invocation, common_options
from fta_mem.cli.output import doctor_document, dumps, reindex_document
from fta_mem.cli.terminal import one_line


@click.command()
@click.argument("case", required=False)
@common_options()
@click.pass_obj
def reindex(invocation: Invocation, case: str | None) -> None:
    """Make the vector index of CASE anew from its ledger, or that of every case; nothing is embedded again."""
    with invocation.memory() as memory:
        remade = memory.store.cases() if case is None else (memory.store.summary(case),)
        for summary in remade:
            memory.store.remake_index(summary.case_id)
    if invocation.as_json:
        click.echo(dumps(reindex_document(remade)))
    else:
        lines = [f"Remade the index of {one_line(each.case_id)}: {each.units} units" for each in remade]
        click.echo("\n".join(lines) or "Memory holds no case.")


@click.command()
@common_options()
@click.pass_context
def doctor(ctx: click.Context) -> None:
    """Check that memory and the models are in order; exit code 1 if something is not."""
    invocation = ctx.ensure_object(Invocation)
    findings = find_faults(invocation)
    if invocation.as_json:
        click.echo(dumps(doctor_document(findings)))
    else:
        click.echo("\n".join(one_line(finding) for finding in findings) or "All is in order.")
    if findings:
        ctx.exit(1)
