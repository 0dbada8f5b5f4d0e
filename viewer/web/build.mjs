// Bundles the page into one compressed file, dist/index.html.gz, and writes down the hash of its sources (tools/check_page
// compares it). Usage: node build.mjs

import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { gzipSync, constants } from "node:zlib";

const result = await build({
  entryPoints: ["src/main.ts"], bundle: true, minify: true, write: false, outdir: "out", format: "iife", target: ["es2021"], legalComments: "none",
  loader: { ".css": "css" }, charset: "utf8",
});
const text = (ending) => result.outputFiles.find((f) => f.path.endsWith(ending)).text;
// A script ends at the first "</script", wherever that stands.
const script = text(".js").replaceAll("</script", "<\\/script");
const page = readFileSync("src/index.html", "utf8").replace("<!--css-->", () => text(".css")).replace("<!--js-->", () => script);
// The licences of what is inside ask to be passed on with it.
const licences = ["three", "uplot"].map((name) => `${name}: ${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`).join("\n\n");
const whole = page.replace("<!--licences-->", () => `<!--\n${licences.replaceAll("--", "- -")}\n-->`);
const packed = gzipSync(Buffer.from(whole), { level: constants.Z_BEST_COMPRESSION });
packed[9] = 3; // the system that packed it: always the same bytes
mkdirSync("dist", { recursive: true });
writeFileSync("dist/index.html.gz", packed);
writeFileSync("dist/sources.sha256", execFileSync("../../tools/check_page", ["--print"]));
console.log(`dist/index.html.gz: ${packed.length} bytes (${whole.length} unpacked)`);
