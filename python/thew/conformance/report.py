"""Verdicts of a comparison, as rows, a table and JSON."""

from dataclasses import dataclass, field

import numpy as np

from . import groups

# From good to bad. noise: the reference itself moves as much when its state moves by 1e-13.
VERDICTS = ("agree", "noise", "missing", "differ")
SMALL_FLOOR = 1e-6  # the second, stricter floor of the relative error: small robots have small numbers


@dataclass(frozen=True)
class Finding:
    """One field in one state."""

    group: str
    field: str
    state: str
    error: float  # relative to max(floor, |reference|); infinite when the field is missing
    small_error: float  # the same with the floor SMALL_FLOOR
    tolerance: float
    noise: float
    verdict: str


@dataclass(frozen=True)
class Row:
    """One stage: its worst field."""

    group: str
    fields: int
    tolerance: float
    worst: float
    worst_small: float
    verdict: str
    field: str  # the first field that does not agree, else the worst one
    state: str

    def to_dict(self) -> dict:
        numbers = {k: _finite(getattr(self, k)) for k in ("tolerance", "worst", "worst_small")}
        return self.__dict__ | numbers


@dataclass
class Report:
    """The result of one comparison. `agree` is the answer; `rows` say where and by how much."""

    model: str
    reference: str
    engine: str
    states: int
    constraints: bool
    findings: list[Finding] = field(default_factory=list)
    not_compared: list[str] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)  # calls that raised

    @property
    def rows(self) -> list[Row]:
        """The stages in pipeline order."""
        found = {}
        for finding in self.findings:
            found.setdefault(finding.group, []).append(finding)
        return [_row(name, found[name]) for name in groups.ORDER if name in found]

    @property
    def agree(self) -> bool:
        """Whether every stage with a goal agrees, as far as rounding lets it."""
        return all(
            finding.verdict in ("agree", "noise")
            for finding in self.findings
            if finding.group not in groups.NO_VERDICT
        )

    @property
    def first(self) -> Row | None:
        """The first stage of the pipeline that does not agree: where to look for the cause."""
        bad = (r for r in self.rows if r.verdict in ("missing", "differ"))
        return next((r for r in bad if r.group not in groups.NO_VERDICT), None)

    def to_dict(self) -> dict:
        return {
            "model": self.model,
            "reference": self.reference,
            "engine": self.engine,
            "states": self.states,
            "constraints": self.constraints,
            "agree": self.agree,
            "stages": [row.to_dict() for row in self.rows],
            "not_compared": self.not_compared,
            "errors": self.errors,
        }

    def table(self) -> str:
        """For people."""
        line = "{:20} {:>6} {:>7} {:>8} {:>9}  {:7}  {}".format
        lines = [
            f"{self.model}: {self.engine} against {self.reference}, {self.states} states",
            line("stage", "fields", "within", "worst", "floor1e-6", "", ""),
        ]
        for row in self.rows:
            where = f"{row.field}{f' in state {row.state}' if row.state else ''}"
            lines.append(
                line(
                    row.group + (" *" if row.group in groups.NO_VERDICT else ""),
                    row.fields,
                    f"{row.tolerance:.0e}",
                    f"{row.worst:.1e}",
                    f"{row.worst_small:.1e}",
                    row.verdict,
                    where if row.verdict != "agree" else "",
                ).rstrip()
            )
        lines += [f"not compared: {text}" for text in self.not_compared]
        lines += [f"raised: {call}: {text}" for call, text in self.errors.items()]
        first = self.first
        end = "agree" if first is None else f"differ, first in {first.group}: {first.field}"
        return "\n".join([*lines, "(* no part of the verdict)", end])


def load_failure(report: Report, message: str) -> Report:
    """The report of a model that the engine refuses."""
    report.findings = [Finding("load", message, "", np.inf, np.inf, 0, 0, "differ")]
    return report


def _row(group: str, findings: list[Finding]) -> Row:
    worst = max(findings, key=lambda f: (VERDICTS.index(f.verdict), f.error))
    first = next((f for f in findings if f.verdict == worst.verdict != "agree"), worst)
    return Row(
        group,
        len({f.field for f in findings}),
        worst.tolerance,
        worst.error,
        max(f.small_error for f in findings),
        worst.verdict,
        first.field,
        first.state,
    )


def _finite(number: float) -> float | None:
    return number if np.isfinite(number) else None
