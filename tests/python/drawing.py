"""Whether pictures can be drawn here."""

import pytest

import thew


def need_drawing():
    """Skips the test, with the reason, where there is nothing to draw with."""
    try:
        thew.Renderer(thew.MjModel.from_xml_string("<mujoco/>"), 8, 8).close()
    except thew.Error as reason:
        pytest.skip(str(reason))
