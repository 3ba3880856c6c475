// `node tools/demo-photos.mjs`: draws the photos of the demo's fines (supabase/demo-photos), each a JPEG of a few kilobytes: a car of each
// colour, the sign of the street, and the notice behind a wiper. seed-demo.sql names them by their SHA-256, which this prints.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";

const [WIDTH, HEIGHT, QUALITY] = [480, 360, 0.72];
const folder = join(import.meta.dirname, "..", "supabase", "demo-photos");

const COLOURS = { rod: "#b3261e", bla: "#1f4e8c", svart: "#23282c", vit: "#eceff1", silver: "#a9b2b8" };

/** A wall with windows, a pavement, a kerb and asphalt. */
const street = `
  <rect width="480" height="190" fill="#c9a27e"/>
  ${[20, 130, 240, 350].map((x) => `<rect x="${x}" y="30" width="70" height="95" fill="#6d8494"/><path d="M${x + 35} 30v95M${x} 78h70" stroke="#f3ede4" stroke-width="5"/>`).join("")}
  <rect y="160" width="480" height="34" fill="#8c8478"/>
  <rect y="190" width="480" height="52" fill="#b9b6b0"/>
  <rect y="242" width="480" height="9" fill="#8d8a85"/>
  <rect y="251" width="480" height="109" fill="#55585b"/>
  <path d="M20 338h70m50 0h70m50 0h70m50 0h70" stroke="#e9e6dd" stroke-width="7"/>`;

const wheel = (x) =>
  `<circle cx="${x}" cy="285" r="33" fill="#1b1d1f"/><circle cx="${x}" cy="285" r="17" fill="#9aa3a9"/><circle cx="${x}" cy="285" r="5" fill="#3a3f43"/>`;

/** A car from its side, parked at the kerb. */
const car = (colour) => `${street}
  <ellipse cx="240" cy="318" rx="205" ry="11" fill="#000" opacity=".35"/>
  <path d="M40 286q-6-52 28-62l72-14q40-56 96-56h62q54 0 92 58l38 10q24 8 20 64z" fill="${colour}"/>
  <path d="M160 210q30-42 76-42h4v42zM252 168h44q40 0 70 44l-114-2z" fill="#2f4250"/>
  <path d="M246 168v116M60 246h372" stroke="#000" stroke-opacity=".25" stroke-width="3"/>
  <path d="M258 232h22M150 232h22" stroke="#1b1d1f" stroke-width="5"/>
  <rect x="38" y="240" width="18" height="14" rx="4" fill="#f5d77a"/><rect x="434" y="236" width="16" height="16" rx="4" fill="#8e1b16"/>
  ${wheel(122)}${wheel(362)}`;

const sign = `
  <rect width="480" height="360" fill="#b8cfdd"/><path d="M0 250l90-90 80 70 90-110 110 120 110-60v180H0z" fill="#7d9a78"/>
  <rect x="226" y="40" width="28" height="320" fill="#8b9196"/>
  <rect x="150" y="24" width="180" height="180" rx="16" fill="#0b4a8a" stroke="#fff" stroke-width="7"/>
  <text x="240" y="172" font-family="sans-serif" font-weight="700" font-size="160" text-anchor="middle" fill="#fff">P</text>
  <rect x="150" y="214" width="180" height="96" rx="10" fill="#fff" stroke="#0b4a8a" stroke-width="5"/>
  <text x="240" y="255" font-family="sans-serif" font-weight="700" font-size="30" text-anchor="middle">Avgift 06–22</text>
  <text x="240" y="293" font-family="sans-serif" font-size="24" text-anchor="middle">Max 2 tim</text>`;

const notice = `
  <rect width="480" height="360" fill="#31404a"/><path d="M0 0h480L380 210H100z" fill="#5d7685"/>
  <path d="M0 300q240-70 480 0v60H0z" fill="#20262b"/>
  <g transform="rotate(-7 240 170)"><rect x="150" y="70" width="180" height="210" fill="#fff"/><rect x="150" y="70" width="180" height="44" fill="#f5c518"/>
  <text x="240" y="101" font-family="sans-serif" font-weight="700" font-size="22" text-anchor="middle">Parkeringsbot</text>
  <path d="M168 140h144M168 164h110M168 188h144M168 212h84" stroke="#11181d" stroke-width="7"/>
  <rect x="264" y="204" width="52" height="52" fill="#11181d"/></g>
  <path d="M40 330L390 205" stroke="#0c0f11" stroke-width="12"/>`;

const pictures = {
  ...Object.fromEntries(Object.entries(COLOURS).map(([name, colour]) => [`bil-${name}`, car(colour)])),
  skylt: sign,
  bot: notice,
};

const browser = await chromium.launch({ executablePath: findChromium() });
const page = await browser.newPage();
for (const [name, drawing] of Object.entries(pictures)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawing}</svg>`;
  const base64 = await page.evaluate(
    async ([source, width, height, quality]) => {
      const image = new Image();
      image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(source)))}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/jpeg", quality).split(",")[1];
    },
    [svg, WIDTH, HEIGHT, QUALITY],
  );
  const bytes = Buffer.from(base64, "base64");
  writeFileSync(join(folder, `${name}.jpg`), bytes);
  console.log(`${createHash("sha256").update(bytes).digest("hex")}  ${name}.jpg  ${bytes.length} bytes`);
}
await browser.close();
