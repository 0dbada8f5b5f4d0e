// The form of the page: for keyboards, for eyes, for phones; and as a recording, without a server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { launch, picture, poses, root, serve, shot, thew, until, watch } from "./support.mjs";

let browser, server;
before(async () => {
  browser = await launch();
  server = await serve("humanoid", "--paused"); // a still picture costs nothing
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("every control has a name, and tabs follow the keyboard", async () => {
  const page = await watch(browser, server.control);
  const unnamed = await page.evaluate(() => Array.from(document.querySelectorAll("button, input, select, canvas.scene"))
    .filter((e) => !e.hidden && !(e.getAttribute("aria-label") || e.title || e.textContent.trim() || e.labels?.[0]?.textContent.trim()))
    .map((e) => e.outerHTML));
  assert.deepEqual(unnamed, []);
  await page.getByRole("tab", { name: "Control" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { name: "View" }).getAttribute("aria-selected"), "true");
  assert.ok(await page.locator("#panel-view").isVisible());
  await page.close();
});

/** WCAG's contrast of two colours, rgb() as the browser writes them. */
function contrast(a, b) {
  const light = (c) => {
    const [r, g, bl] = c.match(/[\d.]+/g).slice(0, 3).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

for (const colorScheme of ["light", "dark"]) {
  test(`text stands out, ${colorScheme}`, async () => {
    const page = await watch(browser, server.control, { colorScheme });
    const pairs = await page.evaluate(() => {
      const behind = (e) => {
        for (let at = e; at; at = at.parentElement) {
          const colour = getComputedStyle(at).backgroundColor;
          if (!/, 0\)$|transparent/.test(colour)) return colour;
        }
        return "rgb(255, 255, 255)";
      };
      return Array.from(document.querySelectorAll("h1, h2, label span, output, .quiet, button:not(:disabled), .tabs button, .memory, kbd"))
        .filter((e) => e.offsetParent && e.textContent.trim()).map((e) => [e.textContent.trim().slice(0, 30), getComputedStyle(e).color, behind(e)]);
    });
    assert.ok(pairs.length > 20);
    const weak = pairs.filter(([, text, back]) => contrast(text, back) < 4.5);
    assert.deepEqual(weak, []);
    await shot(page, `theme_${colorScheme}`);
    await page.close();
  });
}

for (const [width, height] of [[1280, 720], [390, 844]]) {
  test(`nothing lies over the scene and nothing sticks out at ${width} x ${height}`, async () => {
    const page = await watch(browser, server.control, { viewport: { width, height } });
    const { wide, over, stage } = await page.evaluate(() => {
      const box = (e) => e.getBoundingClientRect();
      const scene = box(document.querySelector(".stage"));
      const meets = (r) => r.left < scene.right - 0.5 && r.right > scene.left + 0.5 && r.top < scene.bottom - 0.5 && r.bottom > scene.top + 0.5;
      const parts = [".bar", ".side", ".transport"].filter((s) => meets(box(document.querySelector(s))));
      return { wide: document.documentElement.scrollWidth > innerWidth, over: parts, stage: [scene.width, scene.height] };
    });
    assert.equal(wide, false);
    assert.deepEqual(over, []);
    assert.ok(stage[0] >= 0.7 * Math.min(width, 960) && stage[1] >= 0.28 * height, `the scene has ${stage}`);
    await shot(page, `size_${width}`);
    await page.close();
  });
}

test("a recording plays and scrubs without a server", async () => {
  const page = await watch(browser, server.control);
  // A second line to the server, from its first frame on: what it says is the recording.
  const taken = await page.evaluate(async () => {
    const { app } = window.thew;
    app.send({ type: "play" });
    const frames = [];
    const socket = new WebSocket(`ws://${location.host}/ws`, ["thew.1", `token.${location.hash.slice(1)}`]);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") return;
      frames.push(data);
      socket.send(JSON.stringify({ type: "ack", frame: new DataView(data).getUint32(4, true) }));
    };
    while (frames.length < 40) await new Promise((done) => setTimeout(done, 50));
    socket.close();
    const text = (buffer) => btoa(Array.from(new Uint8Array(buffer), (b) => String.fromCharCode(b)).join(""));
    return { model: text(app.model.buffer), frames: frames.map(text) };
  });
  await page.close();
  const bytes = (text) => Buffer.from(text, "base64");
  const sized = (buffer) => { const n = Buffer.alloc(4); n.writeUInt32LE(buffer.length); return Buffer.concat([n, buffer]); };
  const frames = taken.frames.map(bytes);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(frames.length);
  const packed = gzipSync(Buffer.concat([sized(bytes(taken.model)), count, ...frames.map(sized)])).toString("base64");
  const html = gunzipSync(readFileSync(join(root, "viewer/web/dist/index.html.gz"))).toString();
  const path = join(mkdtempSync(join(tmpdir(), "thew-")), "recording.html");
  writeFileSync(path, html.replace("<!--recording-->", `<script type="application/x-thew-recording" id="recording">${packed}</script>`));
  const replay = await watch(browser, `file://${path}`);
  await until(replay, (await replay.evaluate(() => window.thew.app.frame.time)) + 0.1);
  await replay.getByRole("button", { name: "Pause" }).click();
  await replay.evaluate(() => window.thew.app.send({ type: "seek", step: 30 }));
  const late = await poses(replay);
  await replay.evaluate(() => { window.thew.app.send({ type: "seek", step: 5 }); window.thew.app.send({ type: "seek", step: 30 }); });
  assert.deepEqual(await poses(replay), late);
  assert.ok((await picture(replay)).colours > 10);
  assert.deepEqual(replay.complaints, []);
  await replay.close();
});

test("what thew record writes plays, scrubs and plots offline", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "thew-")), "dominoes.html");
  execFileSync(thew, ["record", "dominoes", "-o", path, "--duration", "1"], { stdio: "ignore" });
  const page = await watch(browser, `file://${path}`);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.evaluate(() => window.thew.app.send({ type: "seek", time: 0.9 }));
  assert.ok((await page.evaluate(() => window.thew.app.frame.time)) >= 0.9);
  await page.locator(".card canvas").first().waitFor();
  await page.waitForTimeout(400);
  assert.ok((await picture(page)).colours > 30);
  assert.deepEqual([...page.hosts], []);
  assert.deepEqual(page.complaints, []);
  await shot(page, "recording");
  await page.close();
});
