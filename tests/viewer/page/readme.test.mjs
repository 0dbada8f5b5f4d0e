// The picture of the README and of docs/viewer_page.md is taken here, of one moment of a run. THEW_WRITE_DOCS=1 keeps it; otherwise it is compared with the
// one that is kept.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, root, serve, watch } from "./support.mjs";

const kept = join(root, "docs/viewer_page.jpg");
const STEP = 1200;
// Of 255: how far small copies of the pictures are apart. Taken twice it is 0.1; 60 steps later 0.9, from another side 1.3, another model 8, without plots 21, dark 132.
const ALIKE = 0.6;

let browser, server;
before(async () => {
  browser = await launch();
  server = await serve("quadruped", "--paused");
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The mean difference of two pictures, drawn small: edges and letters do not count, what is where does. */
const apart = (page, a, b) => page.evaluate(async (pictures) => {
  const [one, two] = await Promise.all(pictures.map(async (data) => {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(64, 38), g = canvas.getContext("2d");
    g.imageSmoothingQuality = "high";
    g.drawImage(image, 0, 0, 64, 38);
    return g.getImageData(0, 0, 64, 38).data;
  }));
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs(one[i] - two[i]);
  return sum / one.length;
}, [a.toString("base64"), b.toString("base64")]);

test("the picture of the README is of this page", async () => {
  const page = await watch(browser, server.control, { viewport: { width: 1280, height: 760 } });
  await page.getByRole("button", { name: "Plots" }).click();
  await page.locator(".card canvas").first().waitFor();
  await page.locator("canvas.scene").focus();
  for (const key of ["c", "f"]) await page.keyboard.press(key);
  await page.evaluate((count) => window.thew.app.send({ type: "step", count }), STEP);
  await page.waitForFunction((step) => window.thew.app.frame.step === step, STEP);
  await page.evaluate(() => {
    const { stage } = window.thew;
    Object.assign(stage.camera, { azimuth: 135, elevation: -16, distance: 1.1 });
    document.activeElement.blur(); // no ring around the scene
    stage.touch();
  });
  await page.locator(".profile").waitFor();
  await page.locator(".notes p").last().waitFor({ state: "detached" }); // notes go by themselves
  await page.waitForFunction(() => window.thew.stage.refined); // what stands still is drawn well
  const taken = await page.screenshot({ type: "jpeg", quality: 85 });
  if (process.env.THEW_WRITE_DOCS) writeFileSync(kept, taken);
  const difference = await apart(page, taken, readFileSync(kept));
  assert.ok(difference < ALIKE, `${difference.toFixed(2)} of 255 apart: THEW_WRITE_DOCS=1 node --test tests/viewer/page/readme.test.mjs takes it anew`);
  assert.deepEqual(page.complaints, []);
});
