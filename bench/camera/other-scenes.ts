// Scenes drawn in another manner than those of scenes.ts, for the table alone: the reader was not tuned on them. They have fonts of the
// machine, a ground of noise that looks photographed, the renderer's own transforms and blurs, and JPEG as a phone's camera makes it.
import sharp from "sharp";
import { foreignPlate, personalPlate, signsOf, swedishPlate } from "./plates.ts";
import { type Random, seededRandom } from "./random.ts";
import { type Kind, KINDS, type Scene } from "./scenes.ts";

/** Fonts; a scene takes the first that fontconfig finds. */
const FONTS = [
  "font-family='DejaVu Sans Mono' font-weight='700'",
  "font-family='Liberation Sans Narrow' font-weight='700'",
  "font-family='DejaVu Sans' font-stretch='condensed' font-weight='700'",
  "font-family='Nimbus Sans Narrow' font-weight='700'",
  "font-family='Liberation Mono' font-weight='700'",
  "font-family='DejaVu Sans Mono'",
];
const [WIDTH, HEIGHT] = [640, 352];
const WORDS = ["Parkering", "Taxi 020", "ÖPPET", "Bilprovning", "P-SKIVA", "HYUNDAI", "4x4", "www.bil.se"];
const ANGLES: Partial<Record<Kind, readonly [number, number]>> = {
  "angle to 15°": [4, 15],
  "angle 15–30°": [15, 30],
  "angle 30–40°": [30, 40],
  "several at once": [0, 18],
};

/** Draws the scene of a seed. */
export async function drawOtherScene(kind: Kind, seed: number): Promise<Scene> {
  const random = seededRandom(seed * 31_337 + KINDS.indexOf(kind) * 7877 + 99_991);
  const text =
    kind === "personal" ? personalPlate(random) : kind === "foreign" ? foreignPlate(random) : swedishPlate(random);
  const parts = [ground(random), plateAt(text, kind, random)];
  if (kind === "second plate") parts.push(secondPlate(random));
  if (kind === "signs beside") parts.push(...Array.from({ length: 5 }, () => word(random)));
  if (kind === "rain" || kind === "several at once") parts.push(drops(random));
  if (kind === "glare") parts.push(glare(random));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${parts.join("")}</svg>`;
  const frame = await photographed(svg, kind, random);
  return { kind, plate: signsOf(text), frame };
}

function ground(random: Random): string {
  const hue = random.whole(0, 359);
  const stripes = Array.from({ length: 30 }, () => {
    const lightness = random.whole(15, 70);
    return `<ellipse cx="${random.whole(0, WIDTH)}" cy="${random.whole(0, HEIGHT)}" rx="${random.whole(20, 180)}" ry="${random.whole(5, 60)}" fill="hsl(${hue} ${random.whole(0, 30)}% ${lightness}%)" opacity="0.5"/>`;
  });
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="hsl(${hue} 12% 40%)"/>${stripes.join("")}<rect y="${random.whole(220, 300)}" width="${WIDTH}" height="8" fill="#222" opacity="0.7"/>`;
}

/** A plate in its own field of 520 × 110 (two lines: 240 × 200), its middle at (0, 0). */
function plate(text: string, isTwoLines: boolean, random: Random, dirt: number): string {
  const font = random.pick(FONTS);
  const [width, height] = isTwoLines ? [250, 210] : [520, 110];
  const lines = isTwoLines ? text.split(" ") : [text];
  const letters = lines.map((line, at) => {
    const y = isTwoLines ? -14 + at * 96 : 37;
    const long = Math.min(width - (isTwoLines ? 40 : 90), line.length * 58);
    return `<text x="${isTwoLines ? 0 : 18}" y="${y}" font-size="${isTwoLines ? 96 : 104}" text-anchor="middle" textLength="${long}" lengthAdjust="spacingAndGlyphs" fill="#151515" ${font}>${line}</text>`;
  });
  const spots = Array.from({ length: Math.round(dirt * random.between(6, 22)) }, () => {
    const [x, y] = [random.between(-width / 2, width / 2), random.between(-height / 2, height / 2)];
    return `<ellipse cx="${x}" cy="${y}" rx="${random.between(3, 20)}" ry="${random.between(2, 12)}" fill="#6b5b43" opacity="${random.between(0.3, 0.9)}"/>`;
  });
  const band = `<rect x="${-width / 2 + 5}" y="${-height / 2 + 5}" width="38" height="${height - 10}" fill="#0f3b8c"/>`;
  return `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="9" fill="#fbfbf6" stroke="#111" stroke-width="5"/>${isTwoLines ? "" : band}${letters.join("")}${spots.join("")}`;
}

function plateAt(text: string, kind: Kind, random: Random): string {
  const [least, most] = ANGLES[kind] ?? [0, 4];
  const turn = random.between(least, most) * (random.next() < 0.5 ? -1 : 1);
  const long = kind === "far" ? random.between(85, 120) : random.between(140, 330);
  const scale = long / 520;
  // A plate seen from the side is narrower, and its lines run aslant.
  const narrower = Math.cos((turn * Math.PI) / 180);
  const [slant, roll] = [turn * random.between(0.2, 0.45), turn * random.between(-0.1, 0.15)];
  const dirt = kind === "dirt" ? 1 : kind === "several at once" ? 0.4 : 0;
  return `<g transform="translate(${320 + random.between(-70, 70)} ${185 + random.between(-45, 45)}) rotate(${roll}) skewY(${slant}) scale(${scale * narrower} ${scale})">${plate(text, kind === "motorcycle", random, dirt)}</g>`;
}

const secondPlate = (random: Random) =>
  `<g transform="translate(${random.pick([70, 570])} ${random.between(50, 120)}) scale(${random.between(0.13, 0.18)})">${plate(swedishPlate(random), false, random, 0)}</g>`;

const word = (random: Random) =>
  `<text x="${random.pick([random.whole(5, 90), random.whole(430, 560)])}" y="${random.pick([random.whole(20, 80), random.whole(290, 340)])}" font-size="${random.whole(12, 26)}" fill="${random.pick(["#fff", "#fd0", "#111"])}" ${random.pick(FONTS)}>${random.pick(WORDS)}</text>`;

const drops = (random: Random) =>
  Array.from(
    { length: 70 },
    () =>
      `<ellipse cx="${random.whole(0, WIDTH)}" cy="${random.whole(0, HEIGHT)}" rx="${random.between(1, 4)}" ry="${random.between(2, 7)}" fill="#dfe6ee" opacity="${random.between(0.15, 0.5)}"/>`,
  ).join("");

const glare = (random: Random) =>
  `<defs><linearGradient id="g" x2="1" y2="${random.next()}"><stop offset="${random.between(0.1, 0.4)}" stop-color="#fff" stop-opacity="0"/><stop offset="${random.between(0.45, 0.6)}" stop-color="#fff" stop-opacity="${random.between(0.4, 0.85)}"/><stop offset="${random.between(0.65, 0.95)}" stop-color="#fff" stop-opacity="0"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>`;

/** A picture as a phone's camera takes it: light, blur of hand and lens, grain, JPEG. */
async function photographed(svg: string, kind: Kind, random: Random): Promise<Scene["frame"]> {
  let picture = sharp(Buffer.from(svg)).removeAlpha();
  if (kind === "motion" || kind === "several at once") {
    const long = random.pick(kind === "motion" ? [3, 5, 7] : [3, 5]);
    picture = picture.convolve({
      width: long,
      height: 3,
      kernel: [...Array(long).fill(0), ...Array(long).fill(1), ...Array(long).fill(0)] as number[],
    });
  } else picture = picture.blur(random.between(0.35, 1));
  const isNight = kind === "night" || (kind === "several at once" && random.next() < 0.5);
  const [factor, lift] = isNight
    ? [random.between(0.12, 0.3), random.between(2, 14)]
    : [random.between(0.6, 1.1), random.between(-12, 12)];
  const drawn = await picture.linear(factor, lift).raw().toBuffer();
  for (let at = 0; at < drawn.length; at += 1) {
    drawn[at] = Math.max(0, Math.min(255, (drawn[at] as number) + random.normal() * (isNight ? 5 : 3.5)));
  }
  const jpeg = await sharp(drawn, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: random.whole(35, 85) })
    .toBuffer();
  const data = await sharp(jpeg).ensureAlpha().raw().toBuffer();
  return { width: WIDTH, height: HEIGHT, data: new Uint8ClampedArray(data) };
}
