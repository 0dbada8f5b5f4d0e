// The page against programs in Python: beside MuJoCo, and with a camera that both sides move. They need the package of Thew, and MuJoCo's.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createInterface } from "node:readline";
import { launch, serve, shot, watch } from "./support.mjs";

const python = process.env.THEW_PYTHON ?? "python3";
const skip = spawnSync(python, ["-c", "import thew, mujoco"]).status === 0 ? false : `${python} has no thew or no mujoco`;

let browser;
before(async () => { if (!skip) browser = await launch(); });
after(() => browser?.close());

test("beside MuJoCo the other run is a ghost, and all stages are told", { skip }, async () => {
  const server = await serve("double_pendulum", "--compare");
  try {
    const page = await watch(browser, server.control);
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.locator("#panel-compare", { hasText: "All stages agree with MuJoCo" }).waitFor();
    assert.ok(await page.locator("#panel-compare tbody tr").count() > 5);
    assert.equal(await page.locator("#panel-compare tr.failed").count(), 0);
    assert.ok((await page.evaluate(() => window.thew.app.list.ghost.length)) > 0);
    await shot(page, "compare");
    assert.deepEqual(page.complaints, []);
  } finally {
    await server.stop();
  }
});

const FACES = `
import json, numpy, mujoco
model = mujoco.MjModel.from_xml_path("MODEL")
data, scene, option = mujoco.MjData(model), mujoco.MjvScene(model, 100), mujoco.MjvOption()
mujoco.mj_forward(model, data)
mujoco.mjv_updateScene(model, data, option, None, mujoco.MjvCamera(), 7, scene)
def rows(name, n, i):
    return getattr(scene, name)[n * scene.flexfaceadr[i] : n * (scene.flexfaceadr[i] + scene.flexfaceused[i])].tolist()
# Places in a texture that a flex has none of are never written.
print(json.dumps([[rows("flexface", 9, i), rows("flexnormal", 9, i), rows("flextexcoord", 6, i) if model.flex_texcoordadr[i] >= 0 else None]
                  for i in range(model.nflex)]))
`;
const SHEETS = `<mujoco><asset><texture name="c" type="2d" builtin="checker" width="8" height="8"/><material name="c" texture="c"/></asset><worldbody>
  <flexcomp name="sheet" type="grid" dim="2" count="4 3 1" spacing="0.1 0.1 0.1" radius="0.02" material="c" mass="1" euler="20 30 40"/>
  <flexcomp name="flat" type="grid" dim="2" count="3 3 1" spacing="0.1 0.1 0.1" radius="0.02" flatskin="true" mass="1" pos="1 0 0"/>
  <flexcomp name="solid" type="grid" dim="3" count="3 3 4" spacing="0.1 0.1 0.1" radius="0.02" mass="1" pos="2 0 0"/></worldbody></mujoco>`;

test("triangles of flexes are those of MuJoCo's scene", { skip }, async () => {
  const path = join(mkdtempSync(join(tmpdir(), "thew_page_")), "sheets.xml");
  writeFileSync(path, SHEETS);
  const theirs = JSON.parse(execFileSync(python, ["-c", FACES.replace("MODEL", path)], { encoding: "utf8" }));
  const server = await serve(path, "--paused");
  try {
    const page = await watch(browser, server.control);
    await page.waitForFunction(() => window.thew.app.frame?.flex);
    const ours = await page.evaluate(() => window.thew.stage.soft.flexes.map((f) => [
      Array.from(f.positions.subarray(0, 9 * f.used)), Array.from(f.normals.subarray(0, 9 * f.used)), Array.from(f.places.subarray(0, 6 * f.used))]));
    assert.equal(ours.length, 3);
    assert.ok(theirs[0][2]);
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3 && theirs[i][k]; k++) {
        assert.equal(ours[i][k].length, theirs[i][k].length);
        const apart = Math.max(...ours[i][k].map((x, n) => Math.abs(x - theirs[i][k][n])));
        assert.ok(apart < 1e-5, `flex ${i}, ${["corners", "normals", "places"][k]}: ${apart}`);
      }
    }
  } finally {
    await server.stop();
  }
});

const PANEL = `
import time, thew, thew.viewer
model = thew.MjModel.from_xml_string('<mujoco><worldbody><light pos="0 0 3"/><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
data = thew.MjData(model)
thew.mj_forward(model, data)
with thew.viewer.launch_passive(model, data, port=0, open_browser=False) as viewer:
    panel = viewer.panel("Gains")
    gain, on, gait, kick = panel.slider("kp", 0, 10, 2), panel.check("On"), panel.choice("Gait", ["walk", "trot"]), panel.button("Kick")
    said = panel.text("It has")
    panel.html("<table><tr><td>a page in the page</td></tr></table><script>parent.document.title = 'broken in'</script>", height=60)
    print(viewer.url, flush=True)
    while viewer.is_running():
        said.value = f"{gain.value:.0f} {on.value} {gait.value} {kick.value}"
        viewer.sync()
        time.sleep(0.02)
`;

test("a program's panel has sliders, boxes, words and buttons that the program hears of", { skip }, async () => {
  const program = spawn(python, ["-c", PANEL], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    let link = (await lines.next()).value;
    while (!link.startsWith("http")) link = (await lines.next()).value;
    const page = await watch(browser, link);
    const panel = page.locator("#panel-program");
    await panel.getByText("2 False walk 0").waitFor();
    await panel.getByLabel("kp").fill("7");
    await panel.getByLabel("On").check();
    await panel.getByLabel("Gait").selectOption("trot");
    await panel.getByRole("button", { name: "Kick" }).click();
    await panel.getByText("7 True trot 1").waitFor();
    await page.frameLocator("iframe.of-program").getByText("a page in the page").waitFor();
    assert.notEqual(await page.title(), "broken in");
    await shot(page, "program");
    assert.deepEqual(page.complaints.filter((c) => !/sandboxed/.test(c)), []); // that the script was blocked is said
  } finally {
    program.kill();
  }
});

const CAMERA = `
import sys, thew, thew.viewer
model = thew.MjModel.from_xml_string('<mujoco><worldbody><light pos="0 0 3"/><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
data = thew.MjData(model)
thew.mj_forward(model, data)
with thew.viewer.launch_passive(model, data, port=0, open_browser=False) as viewer:
    print(viewer.url, flush=True)
    for line in sys.stdin:  # a number moves the camera, anything else asks where it is
        if line.strip() != "?":
            viewer.cam.azimuth = float(line)
        viewer.sync()
        print(viewer.cam.azimuth, flush=True)
`;

test("a program's camera moves the view, and the reader's moves the program's", { skip }, async () => {
  const program = spawn(python, ["-c", CAMERA], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const read = async () => (await lines.next()).value;
  const ask = async (text) => {
    program.stdin.write(`${text}\n`);
    return Number(await read());
  };
  try {
    let link = await read();
    while (!link.startsWith("http")) link = await read(); // the viewer has told the reader before
    const page = await watch(browser, link);
    assert.equal(await ask(30), 30);
    await page.waitForFunction(() => window.thew.stage.camera.azimuth === 30);
    await page.evaluate(() => {
      window.thew.stage.camera.orbit(0.25, 0);
      window.thew.stage.touch();
    });
    for (let i = 0; i < 100 && (await ask("?")) === 30; i++) await page.waitForTimeout(100);
    assert.equal(await ask("?"), 30 - 45);
  } finally {
    program.stdin.end();
    program.kill();
  }
});
