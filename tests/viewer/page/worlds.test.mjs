// Many worlds in one page, and what one world may have: height fields, skins, mirrors, torque by the mouse.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drop, launch, onPage, picture, poses, root, serve, shot, watch } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const against = (name, model, body, ...more) => test(name, async () => {
  const server = await serve(model, ...more);
  try {
    await body(server);
  } finally {
    for (const context of browser.contexts()) await context.close();
    await server.stop();
  }
});

against("worlds stand in a grid, coloured by a value, and a click opens one alone", "double_pendulum", async (server) => {
  const page = await watch(browser, server.control);
  await page.waitForFunction(() => window.thew.stage.crowd.crowd?.values.some((v) => v > 0.01));
  await page.evaluate(() => window.thew.app.send({ type: "pause" }));
  await page.waitForFunction(() => window.thew.app.paused);
  assert.ok((await picture(page)).colours > 30);
  assert.equal(await page.getByRole("tab", { name: "Worlds" }).getAttribute("aria-selected"), "true");
  await shot(page, "worlds");
  // Where on the page a world is, and which one it is.
  const at = await page.evaluate(() => {
    const { stage } = window.thew;
    stage.draw();
    const box = stage.canvas.getBoundingClientRect();
    for (let y = 0.3; y < 0.9; y += 0.02) {
      for (let x = 0.2; x < 0.8; x += 0.02) {
        const [px, py] = [box.left + x * box.width, box.top + y * box.height];
        const world = stage.pickWorld(px, py);
        if (world > 0) return { x: px, y: py, world };
      }
    }
    return null;
  });
  assert.ok(at, "no world is in sight");
  await page.mouse.click(at.x, at.y);
  await page.waitForFunction((w) => window.thew.app.opened === w && window.thew.stage.crowd.crowd === null, at.world);
  await page.getByRole("heading", { name: `World ${at.world} of 16` }).waitFor();
  await shot(page, "worlds_one");
  await page.locator("canvas.scene").focus();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => window.thew.app.opened === -1 && window.thew.stage.crowd.crowd !== null);
  await page.getByLabel("One over the other").check();
  assert.deepEqual(await page.evaluate(() => window.thew.stage.crowd.offset(5)), [0, 0]);
  assert.ok((await picture(page)).colours > 10);
  assert.deepEqual(page.complaints, []);
}, "--worlds", "16");

against("many worlds with floors of their own share one", "humanoid", async (server) => {
  const page = await watch(browser, server.control);
  await page.waitForFunction(() => window.thew.stage.crowd.crowd);
  assert.deepEqual(await page.evaluate(() => {
    const { stage } = window.thew;
    const floors = (shapes) => shapes.filter((s) => s?.type === 0).map((s) => s.size[0]);
    return { model: floors(stage.source.shapes), drawn: floors(stage.crowd.rest(stage.source.shapes)), inEachWorld: stage.source.shapes.filter((s) => s?.type === 0 && stage.crowd.wanted(s)).length };
  }), { model: [20], drawn: [0], inEachWorld: 0 });
  assert.ok((await picture(page)).colours > 30);
}, "--worlds", "16");

against("a drag with Shift turns a body", `${root}/models/car.xml`, /* which stands still */ async (server) => {
  const page = await watch(browser, server.control);
  const from = await onPage(page, "chassis");
  const before = await poses(page);
  await page.keyboard.down("Shift");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y, { steps: 4 });
  await page.mouse.move(from.x + 160, from.y, { steps: 6 });
  // Its x axis is not where it was: more than the car turns by itself.
  await page.waitForFunction((old) => {
    const { app } = window.thew;
    const index = app.list.shapes.filter((s) => s.category !== 4).findIndex((s) => s.body === app.model.json.names.body.indexOf("chassis"));
    const shape = app.list.shapes.filter((s) => s.category !== 4)[index];
    return Math.hypot(shape.mat[0] - old[index][3], shape.mat[3] - old[index][6]) > 0.1;
  }, before);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  assert.deepEqual(page.complaints, []);
});

const HILLS = `<mujoco model="hills"><asset><hfield name="hills" nrow="3" ncol="3" size="1 1 0.5 0.1" elevation="0 0.5 0 0.5 1 0.5 0 0.5 0"/></asset>
  <worldbody><light pos="0 0 3"/><geom type="hfield" hfield="hills" rgba="0.3 0.6 0.3 1"/><body pos="0 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`;
const SKIN = `<mujoco model="skinned"><worldbody><light pos="0 0 3"/><body name="low" pos="0 0 0.5"><joint type="hinge" axis="0 1 0"/><geom size="0.1" rgba="1 1 1 0.3"/>
  <body name="high" pos="0 0 0.4"><joint type="hinge" axis="0 1 0"/><geom size="0.1" rgba="1 1 1 0.3"/></body></body></worldbody>
  <deformable><skin name="skin" vertex="-0.2 0 0.3 0.2 0 0.3 0.2 0 1.1 -0.2 0 1.1" face="0 1 2 0 2 3 2 1 0 3 2 0" rgba="0.9 0.3 0.3 1">
    <bone body="low" bindpos="0 0 0.5" bindquat="1 0 0 0" vertid="0 1" vertweight="1 1"/><bone body="high" bindpos="0 0 0.9" bindquat="1 0 0 0" vertid="2 3" vertweight="1 1"/></skin></deformable></mujoco>`;

against("a height field and a skin are drawn, and the skin moves with its bones", "pendulum", async (server) => {
  const page = await watch(browser, server.control);
  await drop(page, [["hills.xml", HILLS]]);
  await page.waitForFunction(() => window.thew.app.model.size("nhfield") === 1 && window.thew.app.frame?.geoms);
  assert.equal(await page.evaluate(() => {
    const shape = window.thew.app.list.shapes.find((s) => s.type === 1);
    return window.thew.stage.list.geometry(shape).getAttribute("position").count;
  }), 9);
  assert.ok((await picture(page)).colours > 30);
  await shot(page, "hfield");
  await drop(page, [["skin.xml", SKIN]]);
  await page.waitForFunction(() => window.thew.app.model.size("nskin") === 1 && window.thew.app.frame?.skin);
  const first = await page.evaluate(() => Array.from(window.thew.app.frame.skin.positions));
  assert.equal(first.length, 12);
  await page.evaluate(() => window.thew.app.send({ type: "set", field: "qpos", index: 0, value: 1 }));
  await page.waitForFunction((was) => Math.abs((window.thew.app.frame.skin?.positions[6] ?? was) - was) > 0.1, first[6]);
  await shot(page, "skin");
  assert.deepEqual(page.complaints, []);
});

const MIRROR = `<mujoco model="mirror"><asset><material name="mirror" rgba="0.3 0.3 0.35 1" reflectance="0.6"/></asset><worldbody><light pos="0 0 4"/>
  <geom type="plane" size="3 3 0.1" material="mirror"/><geom pos="0 0 0.6" size="0.3" rgba="1 0.2 0.2 1"/></worldbody></mujoco>`;

against("a floor that reflects shows the ball above it once more, and the reader can turn that off", "pendulum", async (server) => {
  const page = await watch(browser, server.control);
  await drop(page, [["mirror.xml", MIRROR]]);
  await page.waitForFunction(() => window.thew.app.list?.shapes.some((s) => s?.reflectance > 0));
  const reds = (on) => page.evaluate((wanted) => {
    const { stage } = window.thew;
    stage.setReflections(wanted);
    stage.refine(); // as what stands still is drawn
    const gl = stage.renderer.getContext(), { width, height } = stage.canvas;
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i] > 1.25 * Math.max(pixels[i + 1], pixels[i + 2])) count++;
    return count;
  }, on);
  const [with_, without] = [await reds(true), await reds(false)];
  assert.ok(without > 1000 && with_ > 1.3 * without, `${with_} red pixels, ${without} without the mirror`);
  await page.evaluate(() => { window.thew.stage.setReflections(true); window.thew.stage.refine(); });
  await shot(page, "mirror");
  assert.deepEqual(page.complaints, []);
}, "--paused");

const HELD = `<mujoco model="held"><visual><map force="0.02" torque="1"/></visual><worldbody><light pos="0 0 4"/><geom type="plane" size="3 3 0.1" pos="0 0 -1"/>
  <site name="hook" pos="-1 0 2"/><body pos="-1 0 1"><joint name="drop" type="slide" axis="0 0 1"/><geom size="0.15"/><site name="eye"/></body>
  <body pos="0 0 1"><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/></body>
  <body pos="1 0 1"><joint name="b" axis="0 1 0" stiffness="20" damping="2"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/></body></worldbody>
  <tendon><spatial name="rope" range="0 1.1" limited="true" width="0.01"><site site="hook"/><site site="eye"/></spatial></tendon>
  <equality><joint joint1="a" joint2="b"/></equality></mujoco>`;

against("forces of a tendon's limit and of joints that are coupled are arrows at what they act on", "pendulum", async (server) => {
  const page = await watch(browser, server.control);
  await drop(page, [["held.xml", HELD]]);
  await page.waitForFunction(() => window.thew.app.model.size("neq") === 1 && window.thew.app.frame);
  await page.getByRole("tab", { name: "View" }).click();
  await page.getByLabel("Constraint forces").check();
  const [TENDON, JOINT] = [18, 3];
  const arrows = (type) => page.evaluate((t) => window.thew.app.list.shapes.filter((s) => s.type === 100 && s.category === 4 && s.objtype === t).map((s) => [...s.pos, s.mat[8] * s.size[2]]), type);
  await page.waitForFunction(([t, j]) => [t, j].every((o) => window.thew.app.list.shapes.filter((s) => s.type === 100 && s.objtype === o).length === 2) && window.thew.app.frame.time > 2, [TENDON, JOINT]);
  const [hook, eye] = await arrows(TENDON);
  assert.ok(hook[2] > eye[2] && hook[3] < 0 && eye[3] > 0, `${hook}; ${eye}`);
  assert.ok(Math.abs(hook[3] + eye[3]) < 1e-4 * eye[3]);
  assert.equal((await arrows(JOINT)).length, 2);
  await shot(page, "constraint_forces");
  assert.deepEqual(page.complaints, []);
});

against("everything is reached by Tab, and what has the focus is seen", "pendulum", async (server) => {
  const page = await watch(browser, server.control);
  const seen = new Set();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const { key, ring, name } = await page.evaluate(() => {
      const e = document.activeElement, style = getComputedStyle(e);
      const name = e.getAttribute("aria-label") || e.title || e.textContent.trim() || e.labels?.[0]?.textContent.trim() || "";
      return { key: e === document.body ? "" : `${e.tagName} ${name}`, ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2, name };
    });
    if (key === "" || seen.has(key)) {
      if (seen.size > 5) break; // all round
      continue;
    }
    assert.ok(name, "a control without a name");
    assert.ok(ring, `no ring around ${key}`);
    seen.add(key);
  }
  for (const wanted of ["BUTTON Plots", "CANVAS The simulated scene. Press the question mark for keys.", "INPUT Time line", "SELECT Speed"]) {
    assert.ok(seen.has(wanted), `${wanted} is not reached; ${[...seen].join(", ")}`);
  }
}, "--paused");
