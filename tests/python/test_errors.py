"""Errors and warnings of loading."""

import pathlib
import pickle

import pytest
import samples

import thew


def test_error_tells_where(tmp_path):
    path = tmp_path / "wrong.xml"
    path.write_text('<mujoco>\n  <worldbody>\n    <geom sise="1"/>\n  </worldbody>\n</mujoco>\n')
    with pytest.raises(ValueError) as raised:
        thew.MjModel.from_xml_path(str(path))
    error = raised.value
    assert isinstance(error, thew.Error)
    assert pathlib.Path(error.file).name == "wrong.xml"
    assert error.line == 3 and error.column > 0
    assert f"wrong.xml:{error.line}:{error.column}" in str(error)
    assert "geom" in error.element and "size" in error.hint
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.hint) == (str(error), error.line, error.hint)


def test_missing_file():
    with pytest.raises(thew.Error, match="nosuch.xml"):
        thew.MjModel.from_xml_path("/nosuch.xml")


@pytest.mark.parametrize("xml", ["", "<mujoco>", "not xml", "<mujoco><nosuch/></mujoco>"])
def test_text_that_is_no_model(xml):
    with pytest.raises(thew.Error):
        thew.MjModel.from_xml_string(xml)


def test_arguments():
    with pytest.raises(TypeError):
        thew.MjModel.from_xml_string(3)
    with pytest.raises(TypeError):
        thew.MjModel.from_xml_string("<mujoco/>", {"a.xml": "text, not bytes"})
    with pytest.raises(TypeError):
        thew.MjModel.from_xml_string("<mujoco/>", 3)
    with pytest.raises(TypeError):
        thew.MjModel.from_xml_path(None)
    with pytest.raises(TypeError):
        thew.MjModel()
    with pytest.raises(TypeError):
        thew.MjData(3)
    with pytest.raises(RuntimeError):
        thew.MjModel.__new__(thew.MjModel).nq


def test_loading_from_everywhere(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(samples.PENDULUM)
    for source in (path, str(path)):
        assert thew.MjModel.from_xml_path(source).nq == 1
    assert thew.MjModel.from_xml_string(samples.PENDULUM.encode()).nq == 1
    assert thew.MjModel.from_xml_string(xml=samples.PENDULUM, assets=None).nq == 1


def test_assets():
    xml = """<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>"""
    part = b"""<mujoco><geom name="box" type="box" size="1 1 1"/></mujoco>"""
    model = thew.MjModel.from_xml_string(xml, {"part.xml": part})
    assert model.geom("box").id == 0


UNSUPPORTED = """
<mujoco>
  <option integrator="discrete" solver="CG"><flag ipc="enable"/></option>
  <worldbody>
    <body name="a"><joint name="a"/><geom size=".1"/></body>
    <body name="b" pos="1 0 0"><joint name="b"/><geom size=".1"/></body>
  </worldbody>
  <deformable><flex name="cloth" dim="2" body="a b world" vertex="0 0 0 0 0 0 0 0 1" element="0 1 2"/></deformable>
</mujoco>
"""


def test_what_cannot_be_simulated_is_an_error_or_a_warning(monkeypatch):
    monkeypatch.delenv("THEW_IGNORE_UNSUPPORTED", raising=False)
    with pytest.warns(thew.LoadWarning, match="is not rigid"):
        model = thew.MjModel.from_xml_string(UNSUPPORTED)
    with pytest.raises(thew.Error, match='flex "cloth".*on bodies that slide'):
        thew.MjData(model)
    with pytest.warns(thew.LoadWarning) as caught:
        thew.MjModel.from_xml_string(UNSUPPORTED, ignore_unsupported=True)
    assert pathlib.Path(caught[0].filename).name == "test_errors.py"
