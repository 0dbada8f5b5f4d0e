// Flexes in the page: how they are drawn, and that the mouse takes them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drop, launch, picture, serve, shot, watch } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const SOFT = `<mujoco model="soft"><option gravity="0 0 0"/><asset><texture name="check" type="2d" builtin="checker" width="64" height="64" rgb1="1 0.9 0.5" rgb2="0.2 0.4 0.8"/>
  <material name="check" texture="check" texrepeat="2 2"/></asset><worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 1" pos="0 0 -1"/>
  <flexcomp name="cloth" type="grid" dim="2" count="5 5 1" spacing="0.15 0.15 0.1" radius="0.02" mass="0.5" material="check" euler="60 0 0"><edge equality="true"/></flexcomp>
  <flexcomp name="rope" type="grid" dim="1" count="5 1 1" spacing="0.15 0.1 0.1" radius="0.02" mass="0.5" rgba="0.9 0.3 0.2 1" pos="0 0 0.5"><edge equality="true"/></flexcomp>
  <flexcomp name="solid" type="grid" dim="3" count="3 3 3" spacing="0.15 0.15 0.15" radius="0.01" mass="1" rgba="0.3 0.7 0.4 1" pos="0.8 0 0"><edge equality="true"/></flexcomp>
  </worldbody></mujoco>`;

const soft = async (body) => {
  const server = await serve("pendulum");
  try {
    const page = await watch(browser, server.control);
    await drop(page, [["soft.xml", SOFT]]);
    await page.waitForFunction(() => window.thew.app.model.size("nflex") === 3 && window.thew.app.frame?.flex);
    await body(page);
    assert.deepEqual(page.complaints, []);
  } finally {
    for (const context of browser.contexts()) await context.close();
    await server.stop();
  }
};

/** Triangles of each flex that is shown, and how many rods and balls there are besides. */
const drawn = (page) => page.evaluate(() => {
  const { app, stage } = window.thew;
  stage.draw();
  const flexes = app.list.shapes.filter((s) => s.type === 105);
  const more = stage.soft.expand(flexes).filter((s) => s.type !== 105);
  return {
    faces: flexes.map((s) => (stage.list.geometry(s)?.getAttribute("position").count ?? 0) / 3),
    rods: more.filter((s) => s.type === 5).length, balls: more.filter((s) => s.type === 2).length,
  };
});

const flags = (page, given) => page.evaluate((f) => window.thew.app.send({ type: "view", flags: f }), given);
const shown = (page, bits) => page.waitForFunction((wanted) => window.thew.app.frame.flex?.shown === wanted, bits);

test("cloth, rope and solid are drawn as MuJoCo lists them, in each way", () => soft(async (page) => {
  // The cloth has 2 sides of 32 triangles and 16 edges of border, the solid 48 triangles outside; the rope has 4 edges.
  assert.deepEqual(await drawn(page), { faces: [2 * 32 + 2 * 16, 0, 48], rods: 4, balls: 0 });
  assert.ok((await picture(page)).colours > 60);
  assert.equal(await page.locator('#panel-control input[type="range"]').count(), 0); // none for each of its points
  await shot(page, "flexes");
  const names = await page.evaluate(() => window.thew.app.model.json.enums.mjtVisFlag);
  const index = (word) => names.findIndex((name) => name.toLowerCase() === word);
  await flags(page, { [index("flexskin")]: 0, [index("flexvert")]: 1 });
  await shown(page, 3);
  const bare = await drawn(page);
  assert.deepEqual([bare.faces, bare.balls], [[0, 0, 0], 25 + 5 + 27]);
  assert.ok(bare.rods > 4 + 40);
  await shot(page, "flex_edges");
  await flags(page, { [index("flexface")]: 1, [index("flexvert")]: 0, [index("flexedge")]: 0 });
  await shown(page, 4);
  const flat = await drawn(page);
  assert.equal(flat.faces[0], 2 * 32);
  assert.ok(flat.faces[2] > 0 && flat.rods === 0 && flat.balls === 0);
  // Boxes of lines have twelve edges.
  await flags(page, { [index("meshbvh")]: 1 });
  await page.waitForFunction(() => window.thew.app.list.shapes.some((s) => s.type === 104));
  const [boxes, lines] = await page.evaluate(() => {
    const { app, stage } = window.thew;
    const boxes = app.list.shapes.filter((s) => s.type === 104);
    return [boxes.length, stage.soft.expand(boxes).filter((s) => s.type === 103).length];
  });
  assert.equal(lines, 12 * boxes);
  await shot(page, "flex_boxes");
}));

test("the old future of what is soft stays as a ghost that is soft too", () => soft(async (page) => {
  await page.evaluate(() => {
    const { app } = window.thew;
    app.send({ type: "pause" });
    app.send({ type: "step", count: 300 });
    app.send({ type: "step", count: -250 });
    app.send({ type: "set", field: "opt.gravity", value: [0, 0, -4] }); // there was none: the ghost stays where it is
    app.send({ type: "step", count: 200 });
  });
  await page.waitForFunction(() => window.thew.app.frame.ghostFlex && window.thew.app.frame.step >= 250);
  const at = await page.evaluate(() => {
    const { app, stage } = window.thew;
    stage.draw();
    const ghosts = app.list.ghost.filter((s) => s.type === 105);
    return {
      faces: ghosts.map((s) => (stage.ghosts.geometry(s)?.getAttribute("position").count ?? 0) / 3),
      rods: stage.ghostSoft.expand(ghosts).filter((s) => s.type === 5).length,
      above: stage.ghostSoft.vertex(0, 12)[2] - stage.soft.vertex(0, 12)[2],
    };
  });
  assert.deepEqual([at.faces, at.rods], [[2 * 32 + 2 * 16, 0, 48], 4]);
  assert.ok(at.above > 0.2, `the ghost is ${at.above} m above`);
  await page.evaluate(() => window.thew.stage.refine());
  await shot(page, "ghost_soft");
}));

test("a drag on a cloth pulls it", () => soft(async (page) => {
  const at = await page.evaluate(() => {
    const { stage } = window.thew;
    stage.draw();
    const p = stage.flexVertex(0, 12).project(stage.camera.three);
    const box = stage.canvas.getBoundingClientRect();
    return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height };
  });
  const middle = () => page.evaluate(() => window.thew.stage.flexVertex(0, 12).toArray());
  const was = await middle();
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let i = 0; i < 40; i++) {
    await page.mouse.move(at.x + 20 + i, at.y - 30 - i);
    await page.waitForTimeout(50);
    const now = await middle();
    if (Math.hypot(now[0] - was[0], now[1] - was[1], now[2] - was[2]) > 0.05) break;
  }
  const now = await middle();
  assert.ok(Math.hypot(now[0] - was[0], now[1] - was[1], now[2] - was[2]) > 0.05, `${was} -> ${now}`);
  await shot(page, "flex_push");
  await page.mouse.up();
}));
