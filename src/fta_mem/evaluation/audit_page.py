"""The audit's sheet as one page that stands alone: marked in a browser, saved as CSV, sent nowhere."""

import html
from collections.abc import Sequence
from typing import Final

from fta_mem.evaluation.audit import AuditItem, sheet_names

QUESTIONS: Final = {
    "fact": "Is the fact told by the turns, of the right person?",
    "time": "Is the time what the turns say (unknown, where they say none)?",
    "affect": "Are feeling and plan what the turns show (unknown, where they show none)?",
    "relation": "Are the two units related as it says?",
}
_SCALE: Final = "2: fully right and told by the turns; 1: partly right, still of use; 0: wrong, or not told."
_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 56rem; padding: 0 1rem 6rem; }
section { border-top: 2px solid #ddd; padding: 1rem 0; } h2 { font-size: 1rem; color: #555; margin: 0; }
pre { background: #f6f6f4; padding: .6rem; white-space: pre-wrap; font: 14px/1.45 ui-monospace, monospace; }
dt { font-weight: 600; } dd { margin: 0 0 .4rem; } fieldset { border: 0; padding: .2rem 0; }
label { margin-right: 1rem; } legend { font-weight: 600; }
footer { background: #fff; border-top: 2px solid #555; padding: .7rem 1rem; position: fixed; inset: auto 0 0; }
"""
_SCRIPT: Final = """
const marks = () => [...document.querySelectorAll('input[type=radio]:checked')];
const groups = new Set([...document.querySelectorAll('input[type=radio]')].map(each => each.name));
const rater = document.getElementById('rater');
let saved = true;
const count = () => { document.getElementById('count').textContent = `${marks().length} of ${groups.size} marked`; };
const cell = text => `"${text.replaceAll('"', '""')}"`;
document.addEventListener('change', event => { saved = false; count(); });
addEventListener('beforeunload', event => { if (!saved) event.preventDefault(); });
document.getElementById('save').addEventListener('click', () => {
  const name = rater.value.trim();
  if (!name) { alert('Please give your name or initials first.'); rater.focus(); return; }
  const lines = ['item,rater,criterion,mark,note'];
  for (const each of marks()) {
    const part = each.closest('section');
    const note = part.querySelector('textarea').value;
    lines.push([part.dataset.item, name, each.dataset.criterion, each.value, note].map(cell).join(','));
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([lines.join('\\n') + '\\n'], {type: 'text/csv'}));
  link.download = `audit-${name.replace(/[^\\p{L}\\p{N}]+/gu, '-')}.csv`;
  link.click();
  saved = true;
});
count();
"""


def as_page(items: Sequence[AuditItem]) -> str:
    """Return the page: no address in it, and a policy that lets it load nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    parts = "\n".join(_part(place, item, name) for place, (item, name) in enumerate(sheet_names(items), start=1))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>Memory audit</title><style>{_STYLE}</style></head>\n<body>\n<h1>Memory audit</h1>\n"
        f"<p>Mark each line by what its turns say, not by what you know otherwise. {_SCALE} Two people mark alone, "
        "each save their sheet, and both are read back. Nothing leaves this page but the file that you save.</p>\n"
        f'{parts}\n<footer><label>Your name or initials <input id="rater"></label> <button id="save">Save</button> '
        f'<span id="count"></span></footer>\n<script>{_SCRIPT}</script>\n</body></html>\n'
    )


def _part(place: int, item: AuditItem, name: str) -> str:
    pairs = (
        ("The unit", item.claimed),
        ("When", item.when),
        ("Feeling, plan", item.feeling),
        ("How it is related to the older unit", item.related),
        ("The older unit", item.older),
    )
    shown = "".join(f"<dt>{label}</dt><dd>{html.escape(text)}</dd>" for label, text in pairs if text)
    older = f"<p>The older unit's turns</p><pre>{html.escape(item.older_turns)}</pre>" if item.older_turns else ""
    asked = "".join(_question(place, criterion) for criterion in item.criteria)
    return (
        f'<section data-item="{html.escape(name)}"><h2>{place}. {html.escape(item.name)}</h2><dl>{shown}</dl>'
        f"<p>Its turns</p><pre>{html.escape(item.turns)}</pre>{older}{asked}"
        '<label>Note <textarea rows="1" cols="60"></textarea></label></section>'
    )


def _question(place: int, criterion: str) -> str:
    named = f'type="radio" name="{place}-{criterion}" data-criterion="{criterion}"'
    choices = "".join(f'<label><input {named} value="{mark}"> {mark}</label>' for mark in (0, 1, 2))
    return f"<fieldset><legend>{QUESTIONS[criterion]}</legend>{choices}</fieldset>"
