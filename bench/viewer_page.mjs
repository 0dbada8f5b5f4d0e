// How fast the page is without a graphics card: time to the first picture, pictures per second, and processor time of the whole browser per
// picture, which means something on a machine with other work too.
//
// usage: node bench/viewer_page.mjs [--seconds N] [--studio PROGRAM] [MODEL...]
//
// With --studio (the program mujoco-studio of MuJoCo's package of that name) its page shows the same models, in turn, in the same browser, and is
// measured by the same yardstick; models are then paths.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { launch, open, serve } from "../tests/viewer/page/support.mjs";

const { values, positionals } = parseArgs({ options: { seconds: { type: "string", default: "10" }, studio: { type: "string" } }, allowPositionals: true });
const seconds = Number(values.seconds);

/** Seconds of processor time of all processes of the browser so far. */
function used() {
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("chromium")) continue;
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch { /* it has ended */ }
  }
  return ticks / 100;
}

/** Runs in the page before its own scripts. A picture is a turn of the page's loop in which WebGL drew; the first one is whole when the middle of the
 *  canvas has more than 20 colours, which a scene has and an empty window has not. */
function yardstick() {
  const state = { pictures: 0, first: 0 };
  let context = null, drew = false;
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    const made = getContext.call(this, kind, ...more);
    if (/webgl/.test(kind) && made) context = made;
    return made;
  };
  for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced", "drawRangeElements"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...a) { drew = true; return draw.apply(this, a); };
  }
  const colours = () => {
    const gl = context, [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight], side = 200;
    const bound = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    const pixels = new Uint8Array(4 * side * side);
    gl.readPixels((w - side) / 2, (h - side) / 2, side, side, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, bound);
    return new Set(new Uint32Array(pixels.buffer)).size;
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => request((now) => {
    act(now);
    if (!drew) return;
    drew = false;
    state.pictures++;
    if (!state.first && colours() > 20) state.first = performance.now();
  });
  window.yardstick = state;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** MuJoCo's Studio as a server of pages. */
async function serveStudio(program, path) {
  const port = await freePort();
  const child = spawn(program, ["--gfx=web", `--port=${port}`, path], { stdio: "ignore" });
  const control = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 600; tries++) {
    if (await fetch(control).then((answer) => answer.ok, () => false)) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return { control, stop: async () => { const gone = once(child, "exit"); child.kill("SIGKILL"); await gone; } };
}

async function measure(browser, name, server) {
  const before = used();
  const page = await open(browser, "about:blank");
  await page.addInitScript(yardstick);
  page.setDefaultTimeout(120000);
  await page.goto(server.control);
  await page.waitForFunction(() => window.yardstick.first > 0);
  const [first, firstUsed] = [await page.evaluate(() => window.yardstick.first), used() - before];
  await page.waitForTimeout(5000); // ours steps down in quality by itself, and the first pictures make shaders
  const pictures = () => page.evaluate(() => window.yardstick.pictures);
  const [a, cpu, at] = [await pictures(), used(), Date.now()];
  await page.waitForTimeout(1000 * seconds);
  const [made, wall] = [(await pictures()) - a, (Date.now() - at) / 1000];
  console.log(`${name}: first picture ${(first / 1000).toFixed(2)} s after the page was asked for (${firstUsed.toFixed(2)} s of the processor), `
    + `${(made / wall).toFixed(made / wall < 2 ? 2 : 1)} pictures/s, ${((1000 * (used() - cpu)) / made).toFixed(0)} ms of the processor each`);
  await page.close();
  await server.stop();
}

const browser = await launch();
for (const model of positionals.length ? positionals : ["humanoid"]) {
  await measure(browser, `thew, ${model}`, await serve(model));
  if (values.studio) await measure(browser, `studio, ${model}`, await serveStudio(values.studio, model));
}
await browser.close();
