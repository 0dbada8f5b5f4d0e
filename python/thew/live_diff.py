"""Thew and MuJoCo side by side in the viewer: python -m thew.live_diff MODEL (or `thew view MODEL --compare`).

Both engines run the same model from the same start, with the same controls and the same pulls of the mouse. MuJoCo's run is
drawn as a ghost. Several times a second the present state of Thew's run is given to both, and everything that follows from it is
compared stage by stage: the page names the first stage, field and element that differ, and by how much.
"""

import argparse
import json
import re
import signal
import sys
import time
from pathlib import Path

import numpy as np

import thew

from . import viewer as _viewer
from .conformance import compare, groups, record, states

REPORTS = 0.3  # s between comparisons
SHOWN = 1 / 60  # s between pictures
PATIENCE = 0.1  # s that may be made up for
SHARED = ("ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat")

# Which kind of object the rows of a field belong to.
OWNERS = (
    ("joint", r"qpos"),
    ("dof", r"qvel|qacc\w*|qfrc_\w+|cdof\w*|qLDiagInv"),
    ("geom", r"geom_\w+"),
    ("site", r"site_\w+"),
    ("camera", r"cam_\w+"),
    ("tendon", r"ten_\w+"),
    ("actuator", r"actuator_\w+|ctrl"),
    ("sensor", r"sensordata"),
    ("joint of", r"xanchor|xaxis"),
    ("body", r"x\w+|c(inert|rb|vel|acc)|crb|cfrc_\w+|subtree_\w+"),
)


class Pair:
    """One model in two engines; [0] is Thew's, [1] the reference's."""

    def __init__(self, path_or_xml, reference, engine=thew):
        self.engines = (engine, reference)
        self.models = tuple(compare.load(e, path_or_xml) for e in self.engines)
        self.datas = tuple(e.MjData(m) for e, m in zip(self.engines, self.models))
        self._scratch = tuple(e.MjData(m) for e, m in zip(self.engines, self.models))
        self.ghost = engine.MjData(self.models[0])
        self._names = record.Names(reference)
        self.steps = 0
        if any(getattr(self.models[0], n) != getattr(self.models[1], n) for n in ("nq", "nv", "nu", "nbody")):
            raise ValueError("the compiled models have different sizes; `thew diff` says how they differ")

    def reset(self, key=-1):
        for engine, model, data in zip(self.engines, self.models, self.datas):
            engine.mj_resetData(model, data) if key < 0 else engine.mj_resetDataKeyframe(model, data, key)
        self.steps = 0

    def step(self):
        """One step of both, from where each of them is."""
        mine, theirs = self.datas
        for name in SHARED:
            getattr(theirs, name)[...] = getattr(mine, name)
        for engine, model, data in zip(self.engines, self.models, self.datas):
            engine.mj_step(model, data)
        self.steps += 1

    def place_ghost(self):
        """The reference's state as an MjData of Thew."""
        for name in ("qpos", "mocap_pos", "mocap_quat"):
            getattr(self.ghost, name)[...] = getattr(self.datas[1], name)
        self.engines[0].mj_fwdPosition(self.models[0], self.ghost)
        return self.ghost

    def report(self):
        """How the runs and, from the present state, all stages compare."""
        mine, theirs = self.datas
        rows = self._stages()
        return {
            "with": compare._title(self.engines[1]),
            "time": mine.time,
            "steps": self.steps,
            "apart": self._difference("qpos", np.array(theirs.qpos), np.array(mine.qpos)),
            "first": next((row for row in rows if not row["agrees"]), None),
            "stages": rows,
        }

    def _stages(self):
        """The first field of each stage that differs, or the worst one."""
        state = {name: np.array(getattr(self.datas[0], name)) for name in states.FIELDS if hasattr(self.datas[0], name)}
        mine, theirs = (
            record.stage_numbers(e, self._names, m, d, state, {})
            for e, m, d in zip(self.engines, self.models, self._scratch)
        )
        found = {}
        for field, there in theirs.items():
            group, here = groups.data_group(field), mine.get(field)
            if here is None or group in groups.NO_VERDICT or (groups.blank(here) and groups.blank(there)):
                continue
            limit = groups.tolerance(group, there, True)
            row = {"stage": group, **self._difference(field, there, here), "limit": limit}
            row["agrees"] = row["error"] <= limit
            best = found.get(group)
            if best is None or (best["agrees"] and row["error"] > best["error"]):
                found[group] = row
        return [found[group.name] for group in groups.GROUPS if group.name in found]

    def _difference(self, field, there, here):
        """Where two arrays differ most."""
        result = {"field": field, "element": "", "here": None, "there": None, "error": _finite(groups.error(there, here, 1.0))}
        if there.shape == here.shape and there.size:
            gap = np.abs(np.where(there == here, 0.0, np.nan_to_num(there.astype(float) - here.astype(float), nan=np.inf)))
            place = np.unravel_index(int(np.argmax(gap)), gap.shape)
            result |= {"here": _finite(here[place]), "there": _finite(there[place]), "element": self._element(field, there.shape, place)}
        return result

    def _element(self, field, shape, place):
        """A name for an entry: `body torso [2]`."""
        reference, model = self.engines[1], self.models[1]
        kind = next((kind for kind, pattern in OWNERS if re.fullmatch(pattern, field)), "")
        row = place[0] if place else 0
        rest = "".join(f"[{int(i)}]" for i in place[1:])
        if kind == "joint":
            kind, row, rest = "joint", int(np.searchsorted(model.jnt_qposadr, row, "right")) - 1, f"[{int(row)}]"
        elif kind == "joint of":
            kind = "joint"
        elif kind == "dof":
            kind, row, rest = "joint", int(model.dof_jntid[row]), f"[{int(row)}]{rest}"
        elif kind == "sensor":
            row, rest = int(np.searchsorted(model.sensor_adr, row, "right")) - 1, f"[{int(row)}]"
        count = getattr(model, record.COUNTS.get(kind, "n" + kind), 0) if kind else 0
        if row >= count:
            return "".join(f"[{int(i)}]" for i in place) if shape else ""
        name = reference.mj_id2name(model, int(getattr(reference.mjtObj, "mjOBJ_" + kind.upper())), int(row))
        return f"{kind} {name or int(row)}{' ' + rest if rest else ''}"


def _finite(value):
    """JSON has no infinities."""
    value = float(value)
    return value if np.isfinite(value) else float(np.copysign(1e300, value)) if not np.isnan(value) else None


def run(pair, window, ended):
    """Runs the pair by the clock and shows it until `ended()`."""
    timestep, resets, reported, shown = pair.models[0].opt.timestep, 0, -np.inf, -np.inf
    begin = (time.monotonic(), pair.datas[0].time, 0.0)  # clock, simulated time and speed since when they run together
    while window.is_running() and not ended():
        steering, now = window.steering, time.monotonic()
        if steering.resets != resets:
            resets = steering.resets
            pair.reset(steering.key)
            begin = (now, 0.0, 0.0)
        if steering.paused:
            begin = (now, pair.datas[0].time, 0.0)
        elif begin[2] != steering.speed:
            begin = (now, pair.datas[0].time, steering.speed)
        due = begin[1] + (now - begin[0]) * begin[2]
        if due - pair.datas[0].time > PATIENCE * max(begin[2], 1):
            begin = (now, pair.datas[0].time, begin[2])  # time that was lost is not made up for
        while pair.datas[0].time + timestep <= due + 1e-9 and time.monotonic() - now < SHOWN:
            pair.step()
        if now - shown >= SHOWN:
            window.sync(ghost=pair.place_ghost())
            shown = now
        if now - reported >= REPORTS and window.clients:
            window.compare(pair.report())
            reported = now
        time.sleep(0.001 if not steering.paused else SHOWN)


def main(arguments=None) -> int:
    """The command line; returns the exit code."""
    args = _parse(arguments)
    try:
        pair = Pair(args.model, compare.load_reference(thew))
    except (ImportError, ValueError, OSError) as problem:
        print(f"thew view: {problem}", file=sys.stderr)
        return 2 if isinstance(problem, ImportError) else 1
    pair.reset(0 if pair.models[0].nkey else -1)
    thew.mj_forward(pair.models[0], pair.datas[0])
    window = _viewer.Handle(pair.models[0], pair.datas[0], None, args.host, args.port, paced=True, name=args.name or Path(args.model).stem)
    if args.json:
        print(json.dumps({"control": window.url, "view": window.view_url, "port": int(window.url.split(":")[-1].split("/")[0])}), flush=True)
        if not args.no_browser:
            _viewer.open_link(window.url)
    else:
        _viewer.say(window, not args.no_browser)
    stop = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.append(True))
    with window:
        run(pair, window, lambda: bool(stop))
    return 0


def _parse(arguments):
    parser = argparse.ArgumentParser(prog="thew view --compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="an MJCF or URDF file, or MJCF text")
    parser.add_argument("--name", default="", help="what the page calls it")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default: this machine alone)")
    parser.add_argument("--port", type=int, default=_viewer.PORT, help="first port to try; 0: any")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--json", action="store_true", help="print the links as JSON")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
