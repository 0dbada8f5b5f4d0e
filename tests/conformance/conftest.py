"""THEW_SAMPLE=n runs every n-th of the parametrised tests of each file, and none of those that judge all of a file's cases."""

import os
from collections import defaultdict

SAMPLE = int(os.environ.get("THEW_SAMPLE", "1"))


def pytest_collection_modifyitems(config, items):
    if SAMPLE <= 1:
        return
    of_file = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec"):
            of_file[item.path].append(item)
    chosen = {id(item) for tests in of_file.values() for item in tests[::SAMPLE]}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in chosen])
    items[:] = [item for item in items if id(item) in chosen]
