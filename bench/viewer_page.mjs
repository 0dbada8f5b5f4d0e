// How fast the page is without a graphics card: time to the first picture, pictures per second, and processor time of the whole browser per
// picture, which means something on a machine with other work too.
//
// usage: node bench/viewer_page.mjs [SECONDS] [MODEL...]

import { readdirSync, readFileSync } from "node:fs";
import { launch, serve, watch } from "../tests/viewer/page/support.mjs";

const seconds = Number(process.argv[2] ?? 10);
const models = process.argv.slice(3);

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

const browser = await launch();
for (const model of models.length ? models : ["humanoid"]) {
  const server = await serve(model);
  const [before, begin] = [used(), Date.now()];
  const page = await watch(browser, server.control);
  const [first, firstUsed] = [Date.now() - begin, used() - before];
  await page.waitForTimeout(3000); // the quality steps down by itself
  const state = () => page.evaluate(() => ({ pictures: window.thew.stage.pictures, ratio: window.thew.stage.renderer.getPixelRatio(), time: window.thew.app.frame.time }));
  const [a, cpu, at] = [await state(), used(), Date.now()];
  await page.waitForTimeout(1000 * seconds);
  const [b, wall] = [await state(), (Date.now() - at) / 1000];
  const pictures = b.pictures - a.pictures;
  console.log(`${model}: first picture ${first} ms (${firstUsed.toFixed(2)} s of the processor), ${(pictures / wall).toFixed(1)} pictures/s, `
    + `${((1000 * (used() - cpu)) / pictures).toFixed(0)} ms of the processor each, ${b.ratio.toFixed(2)} pixels per pixel, simulated ${((b.time - a.time) / wall).toFixed(2)} x real time`);
  await page.close();
  await server.stop();
}
await browser.close();
