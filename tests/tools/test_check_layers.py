"""tools/check_layers on tiny trees: each rule fires where it should, and nowhere else."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "check_layers"

# A tree that keeps every rule, with the declared exceptions in use.
CLEAN = {
    "include/thew/model.h": "#include <vector>\n#include <thew/lanes.h>\n",
    "include/thew/data.h": "#include <thew/model.h>\n",
    "include/thew/lanes.h": "",
    "src/base/arena.h": "#include <cstddef>\n",
    "src/math/quat.h": '#include "base/arena.h"\n#include <thew/lanes.h>\nauto q = math::sin(x);\n',
    "include/thew/constants.h": "",
    "src/math/pack.h": "#include <array>\n",
    "src/math/eigen3.h": "#include <array>\n",
    "src/element/spring.h": '#include <cstdint>\n#include <thew/constants.h>\n#include "math/pack.h"\n',
    "src/model/names.cc": '#include <thew/model.h>\n#include "math/quat.h"\n',
    "src/dynamics/jacobian.h": "#include <thew/data.h>\n",
    "src/dynamics/factor.h": "#include <thew/data.h>\n",
    "src/dynamics/crba.cc": '#include "dynamics/factor.h"\nauto a = sqrt(b) + Ops<T>::sin(c);\n',
    "src/tendon/length.cc": '#include "dynamics/jacobian.h"\n',
    "src/integrate/euler.cc": '#include "dynamics/factor.h"\n',
    "src/pipeline/step.cc": '#include "integrate/euler.h"\n#include "dynamics/crba.h"\n',
    "src/spec/spec.h": "#include <cmath>\n#include <thew/model.h>\n",
    "src/spec/attach.cc": '#include <thew/spec.h>\nauto a = std::sqrt(2) + math::sin(1);\n',
    "src/compile/tree/tree.cc": '#include <thew/spec.h>\n#include <thew/data.h>\nauto a = std::floor(b);\n',
    "src/io/mjcf/read.cc": '#include <pugixml.hpp>\n#include <thew/spec.h>\n',
    "apps/thew/main.cc": '#include <thew/model.h>\n#include "report.h"\n',
    "apps/thew/report.h": "",
    "python/bindings/module.cc": "#include <thew/data.h>\n",
    "examples/pendulum.cc": "#include <thew/data.h>\n",
}


def check(root, files):
    """Writes the files and runs the script on them; returns its exit code and lines."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_clean_tree_passes(tmp_path):
    assert check(tmp_path, CLEAN) == (0, [])


def test_empty_tree_passes(tmp_path):
    assert check(tmp_path, {}) == (0, [])


OFFENCES = {
    "lanes part": ("src/dynamics/a.cc", "\n  if constexpr (kLanes<T> > 1) return;\n", 2, "lanes"),
    "upward": ("src/math/a.h", '\n#include "dynamics/crba.h"\n', 2, "upward"),
    "upward from model": ("src/model/a.cc", '#include "pipeline/step.h"\n', 1, "upward"),
    "upward from compile": ("src/compile/a.cc", '#include "io/mjcf.h"\n', 1, "upward"),
    "upward from spec": ("src/spec/a.cc", '#include "compile/draft.h"\n', 1, "upward"),
    "spec sees no data": ("src/spec/a.cc", "#include <thew/data.h>\n", 1, "public"),
    "spec sees no xml": ("src/spec/a.cc", "#include <pugixml.hpp>\n", 1, "library"),
    "model in an element": ("src/element/a.h", "#include <thew/model.h>\n", 1, "upward"),
    "vectors in an element": ("src/element/a.h", "#include <cstdint>\n#include <vector>\n", 2, "device"),
    "vectors behind an element": ("src/element/a.h", '#include "math/eigen3.h"\n', 1, "device"),
    "element below model": ("src/element/a.h", '#include "model/names.h"\n', 1, "upward"),
    "sideways": ("src/passive/a.cc", '#include "tendon/length.h"\n', 1, "sideways"),
    "sideways into dynamics": ("src/tendon/a.cc", '#include "dynamics/crba.h"\n', 1, "sideways"),
    "factor is for integrate": ("src/passive/a.cc", '#include "dynamics/factor.h"\n', 1, "sideways"),
    "dynamics has no exception": ("src/dynamics/a.cc", '#include "tendon/length.h"\n', 1, "sideways"),
    "unknown room": ("src/kitchen/a.cc", "", 1, "room"),
    "file outside a room": ("src/a.cc", "", 1, "room"),
    "relative include": ("src/dynamics/a.cc", '#include "../math/quat.h"\n', 1, "path"),
    "include without room": ("src/dynamics/a.cc", '#include "crba.h"\n', 1, "path"),
    "math knows no model": ("src/math/a.h", "#include <thew/model.h>\n", 1, "upward"),
    "upward through a public header": ("src/model/a.cc", "#include <thew/dynamics.h>\n", 1, "upward"),
    "upward into io through one": ("src/compile/a.cc", "#include <thew/load.h>\n", 1, "upward"),
    "sideways through one": ("src/passive/a.cc", "#include <thew/collision.h>\n", 1, "sideways"),
    "sideways through one of several": ("src/constraint/a.cc", "#include <thew/stages.h>\n", 1, "sideways"),
    "rays are for sensors": ("src/tendon/a.cc", "#include <thew/ray.h>\n", 1, "sideways"),
    "public header of no room": ("include/thew/kitchen.h", "", 1, "room"),
    "include of no room": ("src/model/a.cc", "#include <thew/kitchen.h>\n", 1, "public"),
    "public header upward": ("include/thew/ray.h", "#include <thew/step.h>\n", 1, "upward"),
    "spec sees no data": ("src/spec/a.cc", "#include <thew/data.h>\n", 1, "public"),
    "spec sees no xml": ("src/spec/a.cc", "#include <pugixml.hpp>\n", 1, "library"),
    "upward from spec": ("src/spec/a.cc", '#include "compile/draft.h"\n', 1, "upward"),
    "io sees no data": ("src/io/a.cc", "#include <thew/data.h>\n", 1, "public"),
    "io sees no data through another": ("src/io/a.cc", '#include "dynamics/factor.h"\n', 1, "public"),
    "umbrella inside": ("src/model/a.cc", "#include <thew/thew.h>\n", 1, "public"),
    "compile sees no xml": ("src/compile/a.cc", "#include <pugixml.hpp>\n", 1, "library"),
    "public header into a room": ("include/thew/ray.h", '#include "math/quat.h"\n', 1, "public"),
    "public header by climbing": ("include/thew/ray.h", '#include "../src/math/quat.h"\n', 1, "public"),
    "public header, unknown file": ("include/thew/ray.h", '#include "nowhere.h"\n', 1, "path"),
    "app": ("apps/thew/a.cc", '#include "math/quat.h"\n', 1, "outside"),
    "app by climbing": ("apps/thew/a.cc", '#include "../../src/math/quat.h"\n', 1, "outside"),
    "python": ("python/bindings/a.cc", '#include "base/processor.h"\n', 1, "outside"),
    "example": ("examples/a.cc", "#include <model/names.h>\n", 1, "outside"),
    "cmath": ("src/dynamics/a.cc", "#include <cmath>\n", 1, "maths"),
    "math.h": ("src/pipeline/a.cc", "#include <math.h>\n", 1, "maths"),
    "std::sin": ("src/tendon/a.cc", "// why\nauto a = std::sin(x);\n", 2, "maths"),
    "std::sqrt with spaces": ("src/math/a.h", "auto a = std :: sqrt (x);\n", 1, "maths"),
    "std::fma": ("src/passive/a.cc", "auto a = std::fma(x, y, z);\n", 1, "maths"),
    "std::pow": ("src/actuation/a.cc", "auto a = std::pow(x, y);\n", 1, "maths"),
    "::sin": ("src/integrate/a.cc", "return ::sin(x);\n", 1, "maths"),
    "sinf": ("src/integrate/a.cc", "return sinf(x);\n", 1, "maths"),
    "std::sin in compile": ("src/compile/a.cc", "auto a = std::sqrt(x) + std::sin(x);\n", 1, "maths"),
    "std::pow in spec": ("src/spec/a.cc", "auto a = std::pow(x, y);\n", 1, "maths"),
    "std::hypot in io": ("src/io/a.cc", "auto a = std::hypot(x, y);\n", 1, "maths"),
    "math.h in compile": ("src/compile/a.cc", "#include <math.h>\n", 1, "maths"),
    "builtin sine in math": ("src/math/a.h", "return __builtin_sin(x);\n", 1, "maths"),
    "builtin root outside math": ("src/dynamics/a.cc", "return __builtin_sqrt(x);\n", 1, "maths"),
}


@pytest.mark.parametrize("name", OFFENCES)
def test_offence_is_found(tmp_path, name):
    path, text, line, rule = OFFENCES[name]
    code, lines = check(tmp_path, CLEAN | {path: text})
    assert code == 1
    assert lines[0].startswith(f"{path}:{line}: [{rule}] ")
    assert "; " in lines[0], "an offence comes with a hint"
    assert lines[1:] == ["1 offence(s) against the layers"]


INNOCENT = {
    "comment": ("src/dynamics/a.cc", "// std::sin(x), see <cmath>\n/* std::pow(\n #include <cmath>\n*/\n"),
    "string": ("src/dynamics/a.cc", 'auto a = "std::sin(x)";\n'),
    "our own function": ("src/dynamics/a.cc", "auto a = math::sin(x) + sin(y) + d.exp(z);\n"),
    "digit separator": ("src/dynamics/a.cc", "int a = 1'000; int b = 2'000;\n"),
    "exact builtin in math": ("src/math/a.h", "return __builtin_sqrt(x) + __builtin_fma(x, y, z);\n"),
    "exact functions in compile": ("src/compile/a.cc", "auto a = std::abs(x) + std::round(std::sqrt(x));\n"),
    "stages of its own room": ("src/tendon/a.cc", "#include <thew/stages.h>\n"),
    "dynamics for all": ("src/passive/a.cc", "#include <thew/dynamics.h>\n"),
    "rays for sensors": ("src/sensor/a.cc", "#include <thew/ray.h>\n#include <thew/distance.h>\n"),
    "std::max": ("src/passive/a.cc", "#include <algorithm>\nauto a = std::max(x, y);\n"),
    "own folder named like a room": ("apps/thew/io/a.h", ""),
}


@pytest.mark.parametrize("name", INNOCENT)
def test_innocent_passes(tmp_path, name):
    path, text = INNOCENT[name]
    extra = {"apps/thew/b.cc": '#include "io/a.h"\n'} if "own folder" in name else {}
    assert check(tmp_path, CLEAN | {path: text} | extra) == (0, [])


def test_this_project_passes():
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
