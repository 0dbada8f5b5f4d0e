// A server, a browser without a display or a graphics card, and questions to the page.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const { chromium } = createRequire(join(root, "viewer/web/package.json"))("playwright-core");
export const thew = process.env.THEW ?? join(root, "build/release/bin/thew");
const shots = join(root, "build/page_shots");
mkdirSync(shots, { recursive: true });

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** `thew view MODEL`: { control, view, port, stop() }. */
export async function serve(model, ...more) {
  const child = spawn(thew, ["view", model, "--port", "0", "--no-browser", "--json", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8");
  const links = await new Promise((done, fail) => {
    child.on("exit", (code) => fail(new Error(`thew view ended with ${code}: ${text}`)));
    child.stdout.on("data", (more) => {
      text += more;
      try { done(JSON.parse(text)); } catch { /* not whole yet */ }
    });
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  };
  return { ...links, stop };
}

/** A page at that address; what it complains about is kept in page.complaints, whom it asks in page.hosts. */
export async function open(browser, url, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light", acceptDownloads: true, ...options });
  page.complaints = [];
  page.hosts = new Set();
  page.setDefaultTimeout(30000);
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") page.complaints.push(message.text()); });
  page.on("request", (request) => { if (/^(http|ws)/.test(request.url())) page.hosts.add(new URL(request.url()).host); });
  await page.goto(url);
  return page;
}

/** The same, and waits for the first picture. */
export async function watch(browser, url, options = {}) {
  const page = await open(browser, url, options);
  await page.waitForFunction(() => window.thew?.app.frame && window.thew.stage.pictures > 0);
  return page;
}

export const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });

/** Draws, and tells how many colours the picture has, and a number that stands for all of its pixels. */
export const picture = (page) => page.evaluate(() => {
  const { stage } = window.thew;
  stage.draw();
  const gl = stage.renderer.getContext();
  const { width, height } = stage.canvas;
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const words = new Uint32Array(pixels.buffer);
  const colours = new Set();
  let hash = 0;
  for (const word of words) {
    if (colours.size < 1000) colours.add(word);
    hash = (Math.imul(hash, 31) + word) | 0;
  }
  return { colours: colours.size, hash };
});

/** The picture once it has stopped changing: frames that were on their way when the world was paused have then arrived. */
export async function settled(page) {
  let last = await picture(page);
  for (let i = 0; i < 50; i++) {
    await page.waitForTimeout(200);
    const next = await picture(page);
    if (next.hash === last.hash) return next;
    last = next;
  }
  throw new Error("the picture never comes to rest");
}

export const time = (page) => page.evaluate(() => window.thew.app.frame.time);

/** Positions of all shapes of the model, in the order of the list. */
export const poses = (page) => page.evaluate(() => window.thew.app.list.shapes.filter((s) => s.category !== 4).map((s) => [...s.pos, ...s.mat]));

export async function pause(page) {
  await page.evaluate(() => window.thew.app.send({ type: "pause" }));
  await page.waitForFunction(() => window.thew.app.paused && window.thew.app.frame.flags & 1);
}

export async function play(page) {
  await page.evaluate(() => window.thew.app.send({ type: "play" }));
  await page.waitForFunction(() => !window.thew.app.paused);
}

/** Waits until the simulated time is beyond that. */
export const until = (page, seconds) => page.waitForFunction((t) => window.thew.app.frame.time > t, seconds);

/** Where on the page the first shape of a body is. */
export const onPage = (page, body) => page.evaluate((name) => {
  const { app, stage } = window.thew;
  const index = app.model.json.names.body.indexOf(name);
  const shape = app.list.shapes.find((s) => s.body === index && s.category !== 4);
  stage.draw();
  const camera = stage.camera.three;
  const p = camera.position.clone().set(...shape.pos).project(camera);
  const box = stage.canvas.getBoundingClientRect();
  return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height, pos: [...shape.pos] };
}, body);

/** Drops files on the page, as the system would: [name, text or bytes]. */
export const drop = (page, files) => page.evaluate((list) => {
  const data = new DataTransfer();
  for (const [name, content] of list) data.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}, files.map(([name, content]) => [name, typeof content === "string" ? content : [...content]]));

/** A zip archive of [path, text], each deflated. */
export function zip(files) {
  const parts = [], central = [];
  let at = 0;
  for (const [path, text] of files) {
    const name = Buffer.from(path), plain = Buffer.from(text), packed = deflateRawSync(plain);
    const head = Buffer.alloc(30), entry = Buffer.alloc(46);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(plain.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, name, packed);
    central.push(entry, name);
    at += head.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...central, end]);
}
