// The page against programs in Python: beside MuJoCo, and with a camera that both sides move. They need the package of Thew, and MuJoCo's.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
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
