"""How far Thew and MuJoCo agree on a model: python -m thew.diff MODEL.

The file is loaded in both engines; the compiled models, every stage of the pipeline at random states,
one step of each integrator and a trajectory are compared field by field. Exit code 0: they agree;
1: they differ, and the table says in which stage first; 2: the comparison could not be made.
"""

import argparse
import importlib
import json
import sys

from .conformance.compare import NoReference, compare, load_reference
from .conformance.report import Finding, Report, Row

__all__ = ["Finding", "NoReference", "Report", "Row", "compare", "main"]


def main(arguments=None) -> int:
    """The command line; returns the exit code."""
    args = _parse(arguments)
    try:
        engine = importlib.import_module(args.engine)
        found = compare(
            args.model,
            args.states,
            args.seed,
            constraints=args.constraints,
            ignore_unsupported=args.ignore_unsupported,
            floor=args.floor,
            steps=args.steps,
            engine=engine,
            reference=load_reference(engine),
        )
    except (ImportError, ValueError, OSError) as problem:  # NoReference is an ImportError
        print(f"thew diff: {problem}", file=sys.stderr)
        return 2
    print(json.dumps(found.to_dict(), indent=1) if args.json else found.table())
    return 0 if found.agree else 1


def _parse(arguments):
    parser = argparse.ArgumentParser(
        prog="thew diff", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", help="an MJCF or URDF file")
    parser.add_argument("--states", type=int, default=3, help="random states (default 3)")
    parser.add_argument("--seed", type=int, default=0, help="of the states (default 0)")
    parser.add_argument("--steps", type=int, default=200, help="of the trajectory (default 200)")
    parser.add_argument(
        "--floor", type=float, default=1.0,
        help="errors are relative to max(floor, |reference|) (default 1)",
    )  # fmt: skip
    parser.add_argument(
        "--constraints", action=argparse.BooleanOptionalAction, default=None,
        help="compare with constraints and contacts, at states that motion reaches (default), or without, anywhere",
    )  # fmt: skip
    parser.add_argument(
        "--ignore-unsupported", action="store_true", help="drop what Thew cannot simulate yet"
    )
    parser.add_argument("--engine", default="thew", help=argparse.SUPPRESS)  # the module to compare
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
