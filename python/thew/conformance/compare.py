"""Loads a model in two engines and compares everything that follows from it."""

import contextlib
import importlib
import os
import warnings
from pathlib import Path

import numpy as np

from . import groups, record, report, states

# Solvers run to the last bit in stages and steps, so that their stopping does not show; trajectories keep the model's own.
EXACT = {"solver": 2, "iterations": 100, "ls_iterations": 100, "tolerance": 0.0, "noslip_iterations": 0}
EVERYTHING = frozenset(group.needs for group in groups.GROUPS if group.needs)


class NoReference(ImportError):
    """MuJoCo is not installed."""


def compare(
    path_or_xml,
    states: int = 3,
    seed: int = 0,
    *,
    constraints: bool | None = None,
    ignore_unsupported: bool = False,
    floor: float = 1.0,
    steps: int = 200,
    engine=None,
    reference=None,
) -> report.Report:
    """Compares Thew with MuJoCo on one model: constants, stages at random states, steps, a trajectory.

    path_or_xml          a file, or MJCF text
    states               how many random states
    constraints          True: states are those that motion under random controls reaches. False: states are anywhere, constraints and
                         contacts switched off in both engines. None: as the engine can
    ignore_unsupported   drop what the engine cannot simulate instead of refusing the file
    floor                errors are relative to max(floor, |reference|)
    steps                length of the trajectory; 0 for none
    engine, reference    modules with MuJoCo's names; thew and mujoco unless given
    """
    engine = engine or importlib.import_module("thew")
    reference = reference or load_reference(engine)
    able = capabilities(engine)
    constraints = "constraints" in able if constraints is None else constraints
    comparison = _Comparison(engine, reference, states, constraints, able, floor)
    return comparison.run(path_or_xml, seed, ignore_unsupported, steps)


def load_reference(engine):
    """The mujoco module; NoReference says how to install it."""
    version = getattr(engine, "mj_versionString", lambda: "")()
    wanted = "mujoco-core" + (f"=={version}" if version else "")
    try:
        return importlib.import_module("mujoco")
    except ImportError as problem:
        raise NoReference(
            f"the comparison needs MuJoCo, which this Python does not have: pip install {wanted}"
        ) from problem


def capabilities(engine) -> frozenset[str]:
    """What an engine can do: its CAPABILITIES; MuJoCo itself can do everything."""
    declared = getattr(engine, "CAPABILITIES", None)
    if declared is None:
        return EVERYTHING if engine.__name__.startswith("mujoco") else frozenset()
    return frozenset(declared)


def load(engine, path_or_xml, ignore_unsupported=False):
    """The compiled model of a file or of MJCF text."""
    text = str(path_or_xml)
    with (
        _environment("THEW_IGNORE_UNSUPPORTED", "1" if ignore_unsupported else None),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")  # the report says what is not compared
        if text.lstrip().startswith("<"):
            return engine.MjModel.from_xml_string(text)
        return engine.MjModel.from_xml_path(text)


class _Comparison:
    """One model in two engines. Sides: 0 the reference, 1 the engine."""

    def __init__(self, engine, reference, count, constraints, able, floor):
        self.engines = (reference, engine)
        self.names = record.Names(reference)
        self.count, self.constraints, self.able, self.floor = count, constraints, able, floor
        self.models = self.datas = ()
        self.report = None

    def run(self, path_or_xml, seed, ignore_unsupported, steps):
        text = str(path_or_xml)
        title = "text" if text.lstrip().startswith("<") else Path(text).name
        self.report = report.Report(
            title, _title(self.engines[0]), _title(self.engines[1]), self.count, self.constraints
        )
        reference = load(self.engines[0], path_or_xml)
        try:
            engine = load(self.engines[1], path_or_xml, ignore_unsupported)
            self.datas = (self.engines[0].MjData(reference), self.engines[1].MjData(engine))
        except Exception as problem:
            return report.load_failure(self.report, f"{type(problem).__name__}: {problem}")
        self.models = (reference, engine)
        self.report.findings.append(report.Finding("load", "", "", 0, 0, 0, 0, "agree"))
        self._compare_models()
        self._list_not_compared()
        if not self.constraints:
            self._disable_constraints()
        if self._same_sizes():
            self._compare_states(seed)
            self._compare_trajectory(seed, steps)
        return self.report

    def _compare_models(self):
        mine, theirs = (
            record.model_numbers(e, self.names, m) for e, m in zip(self.engines, self.models)
        )
        for field, value in mine.items():
            self._note(groups.model_group(field, value), field, "", value, theirs.get(field), None)

    def _compare_states(self, seed):
        choose = states.reached_states if self.constraints else states.random_states
        chosen = choose(self.engines[0], self.models[0], self.count, seed)
        for recorder in (record.stage_numbers, record.step_numbers):
            for row, state in enumerate(chosen):
                mine, theirs = (self._record(recorder, side, state) for side in (0, 1))
                self._note_all(str(row), mine, theirs, self._twin(recorder, state, seed))

    def _compare_trajectory(self, seed, steps):
        marks = {mark for mark in (*record.MARKS, steps) if 0 < mark <= steps}
        state = states.start_state(self.engines[0], self.models[0], seed)

        def run(side, start):
            return record.trajectory_numbers(
                self.engines[side], self.models[side], self.datas[side], start, marks
            )

        mine, theirs = run(0, state), {}
        record.attempt(self.report.errors, "trajectory", lambda: theirs.update(run(1, state)))

        def nudged():
            with _options(self.models[0], _finer(self.models[0])):
                return run(0, states.nudged(self.engines[0], self.models[0], state, seed))

        twin = _Lazy(nudged)
        for mark, found in mine.items():
            noise = _Lazy(lambda mark=mark: twin()[mark])
            self._note_all(f"after {mark} steps", found, theirs.get(mark, {}), noise)

    def _record(self, recorder, side, state):
        errors = self.report.errors if side else {}
        engine, model, data = self.engines[side], self.models[side], self.datas[side]
        found = {}
        with _options(model, EXACT):
            record.attempt(
                errors,
                recorder.__name__,
                lambda: found.update(recorder(engine, self.names, model, data, state, errors)),
            )
        return found

    def _twin(self, recorder, state, seed):
        """What the reference makes of the nudged state; computed only when a field disagrees."""

        def nudged():
            with _options(self.models[0], _finer(self.models[0])):
                return self._record(recorder, 0, states.nudged(self.engines[0], self.models[0], state, seed))

        return _Lazy(nudged)

    def _note_all(self, state, mine, theirs, twin):
        for field, value in mine.items():
            group = groups.data_group(field)
            if self._compared(group):
                self._note(group, field, state, value, theirs.get(field), twin)

    def _note(self, group, field, state, a, b, twin):
        if not a.size and (b is None or not b.size):
            return
        if groups.blank(a) and (b is None or groups.blank(b)) and (b is None or a.shape == b.shape):
            return
        limit = groups.tolerance(group, a, self.constraints)
        gap, small, noise = np.inf, np.inf, 0.0
        if b is not None:
            gap = groups.error(a, b, self.floor)
            small = groups.error(a, b, report.SMALL_FLOOR)
            if gap > limit and twin is not None and field in twin():
                noise = groups.error(a, twin()[field], self.floor)
        verdict = (
            "missing" if b is None
            else "agree" if gap <= limit
            else "noise" if gap <= 10 * noise
            else "differ"
        )  # fmt: skip
        self.report.findings.append(
            report.Finding(group, field, state, gap, small, limit, noise, verdict)
        )

    def _compared(self, group):
        needs = groups.BY_NAME[group].needs
        if needs == "constraints":
            return self.constraints
        return not needs or needs in self.able

    def _list_not_compared(self):
        for group in groups.GROUPS:
            if not self._compared(group.name):
                why = (
                    "constraints are switched off in both engines"
                    if group.needs == "constraints"
                    else f"{self.report.engine} has no {group.needs} yet"
                )
                self.report.not_compared.append(f"{group.name} ({why})")
        if self.constraints:
            self.report.not_compared.append(
                "single contacts and constraint rows (their order is free; counts and forces are compared)"
            )

    def _disable_constraints(self):
        for engine, model in zip(self.engines, self.models):
            flags = engine.mjtDisableBit
            model.opt.disableflags |= int(flags.mjDSBL_CONSTRAINT) | int(flags.mjDSBL_CONTACT)

    def _same_sizes(self):
        """States can be exchanged only between models of the same shape."""
        sizes = "nq nv nu na nbody nmocap neq nhistory nplastic npluginstate nuserdata".split()
        mine, theirs = ([getattr(m, size, None) for size in sizes] for m in self.models)
        if mine != theirs:
            self.report.not_compared.append("stages, steps and trajectory (the sizes of the models differ)")
        return mine == theirs


class _Lazy:
    """A value computed when first asked for."""

    def __init__(self, make):
        self._make, self._value = make, None

    def __call__(self):
        if self._value is None:
            self._value = self._make()
        return self._value


def _title(engine) -> str:
    version = getattr(engine, "__version__", "")
    return f"{engine.__name__} {version}".strip()


def _finer(model) -> dict[str, float]:
    """Ten times smaller tolerances: what moves with them cannot be demanded of another engine either."""
    return {name: 0.1 * getattr(model.opt, name) for name in ("tolerance", "ccd_tolerance")}


@contextlib.contextmanager
def _options(model, values):
    before = {name: getattr(model.opt, name) for name in values}
    for name, value in values.items():
        setattr(model.opt, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(model.opt, name, value)


@contextlib.contextmanager
def _environment(name, value):
    before = os.environ.get(name)
    if value is not None:
        os.environ[name] = value
    try:
        yield
    finally:
        if value is not None:
            os.environ.pop(name) if before is None else os.environ.__setitem__(name, before)
