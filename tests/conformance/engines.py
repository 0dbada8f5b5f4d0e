"""The two engines of these tests. THEW_TEST_ENGINE=mujoco lets the reference stand in for Thew, to test the tests."""

import importlib
import os
from pathlib import Path

import mujoco as reference

engine = importlib.import_module(os.environ.get("THEW_TEST_ENGINE", "thew"))

ROOT = Path(__file__).parents[2]
OWN_MODELS = sorted((ROOT / "models").glob("*.xml"))
ZOO = Path(os.environ.get("THEW_MODELS", ROOT.parent / "shared" / "models"))

__all__ = ["OWN_MODELS", "ROOT", "ZOO", "engine", "reference"]
