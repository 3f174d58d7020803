"""The ledger file: one row for each run of an entry, and how outcomes are held against it."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from integration.ops.outcome import Outcome

LEDGER = Path(__file__).with_name("ledger.tsv")
#: The rows of traced and scripted samples.
SCRIPTS = Path(__file__).with_name("scripts.tsv")
#: The runs of that table.
WAYS = ("trace", "script")


#: What a row is found by: the entry and the run.
Key = tuple[str, str]


@dataclass(frozen=True)
class Row:
    """One run of an entry.  `detail` is for people: it is not compared."""

    name: str
    #: The dtype of the samples, or "dynamic"; in scripts.tsv "trace" or "script".
    run: str
    #: "14", or "12/14" when torch.export takes only 12 of 14.
    samples: str
    status: str
    reason: str
    detail: str

    @property
    def key(self) -> Key:
        """What the row is found by."""
        return self.name, self.run

    @classmethod
    def of(cls, outcome: Outcome) -> Row:
        """The row that an outcome asks for."""
        samples = str(outcome.exported)
        if outcome.exported != outcome.total:
            samples += f"/{outcome.total}"
        worst = outcome.worst
        return cls(
            outcome.name,
            outcome.run,
            samples,
            "fail" if worst else "pass",
            worst.reason if worst else "",
            outcome.detail,
        )

    def difference(self, found: Row) -> str:
        """What is wrong with this row after an outcome; "" if it still holds."""
        title = f"{self.name} ({self.run})"
        # At some sizes eager reads memory that nobody wrote, and may end its process:
        # then a preparation leaves the samples out, and another one has them.
        left_out = "torch.export cannot" in (self.reason, found.reason)
        if left_out and self.run == "dynamic" and self.samples != found.samples:
            return ""
        way = f" --way {self.run}" if self.run in WAYS else ""
        update = f"python -m integration.ops.ledger{way} --update --only {self.name}"
        if self.status == "fail" and found.status == "pass":
            return f"{title} passes now: record it with `{update}`"
        if self.status == "pass" and found.status == "fail":
            return f"{title} passed and fails now: {found.reason}: {found.detail}"
        if self.reason != found.reason:
            return (
                f"{title} fails for another reason: {found.reason}: {found.detail}"
                f" (the ledger says {self.reason}; if that is right: `{update}`)"
            )
        return ""


def read(path: Path = LEDGER) -> dict[Key, Row]:
    """All rows; no rows if there is no ledger yet."""
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(reader)
        return {(row[0], row[1]): Row(*row) for row in reader}


def write(rows: Iterable[Row], path: Path = LEDGER) -> None:
    """Replaces the ledger; rows are sorted by name and run."""
    lines = ["\t".join(field.name for field in fields(Row))]
    lines += ["\t".join(astuple(row)) for row in sorted(rows, key=lambda r: r.key)]
    temporary = path.with_suffix(".tmp")
    temporary.write_text("\n".join(lines) + "\n")
    temporary.replace(path)


def differences(name: str, rows: dict[Key, Row], found: Iterable[Row]) -> list[str]:
    """How the outcomes of an entry differ from its rows."""
    result = []
    for row in found:
        recorded = rows.get(row.key)
        if recorded is None:
            result.append(f"{name} ({row.run}) has no row")
        elif difference := recorded.difference(row):
            result.append(difference)
    return result


def totals(rows: Iterable[Row]) -> str:
    """A line for each dtype and for dynamic sizes: "float32 599 of 680 pass"."""
    passing: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for row in rows:
        every[row.run] += 1
        passing[row.run] += row.status == "pass"
    lines = [f"{run:14} {passing[run]:4} of {every[run]:4} pass" for run in sorted(every)]
    lines.append(f"{'all':14} {passing.total():4} of {every.total():4} pass")
    return "\n".join(lines)


def summary(rows: Iterable[Row], limit: int = 60) -> str:
    """Failures by reason, then unsupported operators by what they hold up.

    For each operator: entries that use it, and entries that nothing else stops,
    which is what implementing it may gain at once.
    """
    failing = [row for row in rows if row.status == "fail"]
    reasons = Counter(row.reason for row in failing)
    lines = [f"{count:5} {reason}" for reason, count in reasons.most_common()]
    uses: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for row in failing:
        if row.reason == "unsupported operator":
            operators = row.detail.split()
            uses.update(operators)
            if len(operators) == 1:
                alone.update(operators)
    if uses:
        lines += ["", "unsupported operators: entries, of them stopped by it alone"]
        order = sorted(uses, key=lambda name: (-uses[name], -alone[name], name))
        lines += [f"{uses[name]:5} {alone[name]:5} {name}" for name in order[:limit]]
        if len(order) > limit:
            lines.append(f"      and {len(order) - limit} more")
    return "\n".join(lines)
