// The page against a running server: what it shows, and what it does when it is touched.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { drop, launch, onPage, open, pause, picture, play, poses, root, serve, settled, shot, time, until, watch, zip } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

/** Runs a test with a server of its own. */
const against = (name, model, body, ...more) => test(name, async (t) => {
  const server = await serve(model, ...more);
  try {
    await body(server, t);
  } finally {
    for (const context of browser.contexts()) await context.close();
    await server.stop();
  }
});

against("the page loads, asks nobody else, and shows a moving picture until it is paused", "humanoid", async (server, t) => {
  const begin = Date.now();
  const page = await watch(browser, server.control);
  t.diagnostic(`first picture after ${Date.now() - begin} ms`);
  await until(page, 0.02);
  const first = await picture(page);
  assert.ok(first.colours > 30, `only ${first.colours} colours`);
  await until(page, 0.2);
  assert.notEqual((await picture(page)).hash, first.hash);
  await shot(page, "humanoid");
  await pause(page);
  const [still, at] = [await settled(page), await time(page)];
  await page.waitForTimeout(400);
  assert.equal((await picture(page)).hash, still.hash);
  assert.equal(await time(page), at);
  assert.deepEqual(page.complaints, []);
  assert.deepEqual([...page.hosts], [new URL(server.control).host]);
});

against("scrubbing shows the pose that was there, and the run goes on from it", "wrecking_ball", async (server) => {
  const page = await watch(browser, server.control);
  await until(page, 0.3);
  await pause(page);
  const [step, then] = [await page.evaluate(() => window.thew.app.frame.step), await poses(page)];
  await play(page);
  await until(page, (await time(page)) + 0.5);
  await pause(page);
  assert.notDeepEqual(await poses(page), then);
  const line = page.getByLabel("Time line");
  await line.evaluate((input, value) => {
    input.value = String(value);
    input.dispatchEvent(new Event("input"));
    input.dispatchEvent(new Event("change"));
  }, step);
  await page.waitForFunction((s) => window.thew.app.frame.step === s, step);
  assert.deepEqual(await poses(page), then);
  await page.getByRole("button", { name: "Continue from here" }).click();
  await page.waitForFunction((s) => window.thew.app.frame.step > s + 20, step);
  await page.waitForFunction(() => window.thew.app.list.ghost.length > 0);
});

against("one step forward and one back", "wrecking_ball", async (server) => {
  const page = await watch(browser, server.control);
  await until(page, 0.1);
  await pause(page);
  const [at, then] = [await page.evaluate(() => window.thew.app.frame.step), await poses(page)];
  await page.getByRole("button", { name: "Step forward" }).click();
  await page.waitForFunction((s) => window.thew.app.frame.step === s + 1, at);
  await page.locator("canvas.scene").focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((s) => window.thew.app.frame.step === s, at);
  assert.deepEqual(await poses(page), then);
});

against("one drag pushes a body", `${root}/models/car.xml`, /* which stands still */ async (server) => {
  const page = await watch(browser, server.control);
  await until(page, 0.3);
  const from = await onPage(page, "chassis");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y - 60, { steps: 4 });
  await page.mouse.move(from.x + 120, from.y - 120, { steps: 6 });
  const moved = (was) => page.waitForFunction((old) => {
    const { app } = window.thew;
    const shape = app.list.shapes.find((s) => s.body === app.model.json.names.body.indexOf("chassis") && s.category !== 4);
    return Math.hypot(shape.pos[0] - old[0], shape.pos[1] - old[1], shape.pos[2] - old[2]) > 0.05;
  }, was);
  await moved(from.pos);
  await shot(page, "push");
  await page.mouse.up();
  assert.deepEqual(page.complaints, []);
});

against("a slider drives its joint", "gripper_arm", async (server) => {
  const page = await watch(browser, server.control);
  await page.waitForFunction(() => window.thew.app.frame.watched);
  const slider = page.locator('input[data-field="ctrl[0]"]');
  await slider.evaluate((input) => {
    input.value = "1";
    input.dispatchEvent(new Event("input"));
  });
  await page.waitForFunction(() => window.thew.app.frame.watched?.[1][0] > 0.5);
  await shot(page, "slider");
});

against("a broken file shows its line, a good one loads", "pendulum", async (server) => {
  const page = await watch(browser, server.control);
  await drop(page, [["robot.xml", '<mujoco>\n  <worldbody>\n    <body>\n      <geom type="sphere" siez="0.1"/>\n    </body>\n  </worldbody>\n</mujoco>\n']]);
  const panel = page.locator(".trouble");
  await panel.waitFor();
  const text = await panel.innerText();
  assert.match(text, /robot\.xml:4:\d+/);
  assert.match(text, /siez/);
  assert.match(text, /\^/);
  assert.match(text, /size/);
  assert.equal(await page.evaluate(() => window.thew.stage.dimmed), true);
  await shot(page, "broken");
  await drop(page, [["cradle.xml", readFileSync(`${root}/models/newtons_cradle.xml`, "utf8")]]);
  await page.waitForFunction(() => window.thew.app.model.size("nbody") === 6 && window.thew.app.frame);
  await panel.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => window.thew.stage.dimmed), false);
});

against("a zip with a mesh and a texture that is built in loads and is drawn", "pendulum", async (server) => {
  const page = await watch(browser, server.control);
  const model = `<mujoco model="zipped"><asset><mesh name="pyramid" file="meshes/pyramid.obj"/><texture name="check" type="2d" builtin="checker" width="64" height="64"
    rgb1="1 0 0" rgb2="0 0 1"/><material name="check" texture="check" texrepeat="4 4"/></asset>
    <worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 1" material="check"/><body pos="0 0 1"><freejoint/><geom type="mesh" mesh="pyramid"/></body></worldbody></mujoco>`;
  const mesh = "v -0.3 -0.3 0\nv 0.3 -0.3 0\nv 0.3 0.3 0\nv -0.3 0.3 0\nv 0 0 0.6\nf 1 4 3 2\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";
  await drop(page, [["robot.zip", zip([["robot/robot.xml", model], ["robot/meshes/pyramid.obj", mesh]])]]);
  await page.waitForFunction(() => window.thew.app.model.size("nmesh") === 1 && window.thew.app.frame);
  const parts = await page.evaluate(() => {
    const { app, stage } = window.thew;
    const mesh = app.list.shapes.find((s) => s.type === 7);
    return { triangles: app.model.mesh(mesh.dataid).indices.length / 3, drawn: stage.list.geometry(mesh) !== null, texture: app.model.texture(0).width };
  });
  assert.deepEqual(parts, { triangles: 6, drawn: true, texture: 64 });
  await shot(page, "zip");
  assert.deepEqual(page.complaints, []);
});

against("two pages see the same, and one that only looks cannot steer", "pendulum", async (server) => {
  const [one, two] = [await watch(browser, server.control), await watch(browser, server.view)];
  await until(one, 0.2);
  await pause(one);
  await two.waitForFunction((t) => window.thew.app.frame.time === t, await time(one));
  assert.deepEqual(await poses(two), await poses(one));
  assert.equal(await two.getByRole("button", { name: "Play" }).isDisabled(), true);
  await two.evaluate(() => window.thew.app.send({ type: "play" }));
  await two.waitForSelector(".notes .warning");
  assert.equal(await one.evaluate(() => window.thew.app.paused), true);
});

against("a wrong token is refused in words", "pendulum", async (server) => {
  const page = await open(browser, `${server.control.split("#")[0]}#wrong`);
  await page.locator(".connection", { hasText: "not valid" }).waitFor();
  assert.equal(await page.evaluate(() => window.thew.app.model), null);
});

against("a page of another origin cannot come in, even with the token", "pendulum", async (server) => {
  const other = createServer((_, answer) => answer.end("<!doctype html><title>another page</title>"));
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  try {
    const page = await open(browser, `http://127.0.0.1:${other.address().port}/`);
    const came = await page.evaluate(async ([link, token]) => {
      const socket = new WebSocket(`${link.replace("http", "ws")}ws`, ["thew.1", `token.${token}`]);
      const opened = await new Promise((done) => {
        socket.onopen = () => done(true);
        socket.onclose = () => done(false);
      });
      const model = await fetch(`${link}model/0`, { headers: { Authorization: `Bearer ${token}` } }).then(() => true, () => false);
      return { opened, model };
    }, server.control.split("#"));
    assert.deepEqual(came, { opened: false, model: false });
    const own = await watch(browser, server.control); // the same token from the page itself
    assert.ok(await time(own) >= 0);
  } finally {
    other.close();
  }
});

against("contacts are shown by MuJoCo's key, and a click tells all about one", "card_house", async (server) => {
  const page = await watch(browser, server.control);
  await until(page, 0.1);
  await pause(page);
  await page.locator("canvas.scene").focus();
  await page.keyboard.press("c");
  await page.waitForFunction(() => window.thew.app.list.shapes.some((s) => s.category === 4 && s.body < 0));
  // Where on the page a contact point is the first thing that one sees.
  const at = await page.evaluate(() => {
    const { app, stage } = window.thew;
    const box = stage.canvas.getBoundingClientRect();
    for (const shape of app.list.shapes.filter((s) => s.category === 4)) {
      const p = stage.camera.three.position.clone().set(...shape.pos).project(stage.camera.three);
      const [x, y] = [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
      if (stage.pick(x, y)?.shape.category === 4) return { x, y };
    }
    return null;
  });
  assert.ok(at, "no contact point is in sight");
  await page.mouse.click(at.x, at.y);
  await page.locator("#panel-inspect", { hasText: "normal force" }).waitFor();
  await shot(page, "contact");
  await page.getByRole("tab", { name: "View" }).click();
  await page.getByLabel("Friction cones").check();
  await page.waitForFunction(() => window.thew.app.list.shapes.some((s) => s.type === 103 && s.category === 4));
  await shot(page, "cones");
});

against("plots grow while it runs, and pictures and films can be saved", "double_pendulum", async (server) => {
  const page = await watch(browser, server.control);
  await page.getByRole("button", { name: "Plots" }).click();
  await page.locator(".card canvas").first().waitFor();
  await page.getByLabel("Signal to plot").fill("qpos[0]");
  await page.getByRole("button", { name: "Add plot" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".card canvas").length === 5);
  await until(page, (await time(page)) + 0.5);
  // Where the time of a step goes, and what the solver has left.
  const profile = page.locator(".profile");
  await profile.getByText("constraint solver").waitFor();
  assert.match(await profile.innerText(), /A step takes [\d.]+ µs/);
  assert.match(await profile.innerText(), /Largest residual: joint (shoulder|elbow)|Nothing is left/);
  await shot(page, "plots");
  await profile.getByRole("button", { name: "Plot over time" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".card canvas").length === 6);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /Save a picture/ }).click()]);
  assert.equal(readFileSync(await download.path()).subarray(1, 4).toString(), "PNG");
  await page.getByRole("button", { name: /Record a film/ }).click();
  await page.waitForTimeout(1500);
  const [film] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /Stop the film/ }).click()]);
  assert.equal(readFileSync(await film.path()).readUInt32BE(0), 0x1a45dfa3); // the mark of WebM
  assert.deepEqual(page.complaints, []);
});
