// Drawn scenes, from a seed: a car's back with a plate, with one kind of difficulty each. The reader was tuned on these scenes.
import sharp from "sharp";
import type { Pixels } from "#products/parking/attendant/camera/reading/pixels.ts";
import { foreignPlate, personalPlate, signsOf, swedishPlate } from "./plates.ts";
import { type Random, seededRandom } from "./random.ts";
import { drawText, type Hand } from "./strokes.ts";

export const KINDS = [
  "clear",
  "angle to 15°",
  "angle 15–30°",
  "angle 30–40°",
  "dirt",
  "rain",
  "night",
  "glare",
  "motion",
  "far",
  "second plate",
  "signs beside",
  "several at once",
  "personal",
  "foreign",
  "motorcycle",
] as const;
export type Kind = (typeof KINDS)[number];
/** Kinds that the goal "all scenes up to 30°" means: ordinary plates. */
export const COUNTED: readonly Kind[] = KINDS.filter(
  (kind) => !["angle 30–40°", "personal", "foreign", "motorcycle"].includes(kind),
);

export type Scene = { kind: string; plate: string; frame: Pixels };

const SIZE = { width: 640, height: 352 };
const HANDS: readonly Hand[] = [
  { line: 13, width: 0.86, isRound: true, lean: 0 },
  { line: 15, width: 0.8, isRound: false, lean: 0 },
  { line: 12, width: 0.92, isRound: false, lean: 0 },
  { line: 16, width: 0.9, isRound: true, lean: 0 },
  { line: 11, width: 0.76, isRound: true, lean: 0 },
];
const WORDS = [
  "PARKERING",
  "P 2 TIM",
  "VOLVO",
  "TAXI",
  "HYRBIL",
  "DIESEL",
  "SERVICE",
  "OKQ8",
  "V60",
  "AWD",
  "BESIKTAD",
  "EJ UPPSTÄLLNING",
];

/** Draws the scene of a seed. */
export async function drawScene(kind: Kind, seed: number): Promise<Scene> {
  const random = seededRandom(seed * 7919 + KINDS.indexOf(kind) * 104_729 + 1);
  const text =
    kind === "personal" ? personalPlate(random) : kind === "foreign" ? foreignPlate(random) : swedishPlate(random);
  const frame = await drawCar(random, kind);
  const plate = kind === "motorcycle" ? await drawMotorcyclePlate(text, random) : await drawPlate(text, random);
  if (kind === "dirt" || kind === "several at once") dirty(plate, random, kind === "dirt" ? 1 : 0.5);
  place(frame, plate, placeOf(kind, plate, random));
  if (kind === "second plate") {
    const other = await drawPlate(swedishPlate(random), random);
    const length = random.between(60, 90);
    const side = random.next() < 0.5 ? -1 : 1;
    place(frame, other, {
      x: 320 + side * 250,
      y: random.between(60, 150),
      length,
      high: length * 0.21,
      yaw: 0,
      roll: 0,
    });
  }
  spoil(frame, kind, random);
  return { kind, plate: signsOf(text), frame };
}

type Place = { x: number; y: number; length: number; high: number; yaw: number; roll: number };

const rad = (degrees: number) => (degrees * Math.PI) / 180;

function placeOf(kind: Kind, plate: Pixels, random: Random): Place {
  const several = kind === "several at once";
  const length =
    kind === "far" ? random.between(80, 115) : several ? random.between(140, 240) : random.between(140, 320);
  const most = {
    "angle to 15°": [3, 15],
    "angle 15–30°": [15, 30],
    "angle 30–40°": [30, 40],
    "several at once": [0, 20],
  }[kind as string] ?? [0, 5];
  const sign = () => (random.next() < 0.5 ? -1 : 1);
  const [yaw, roll] = [
    rad(random.between(most[0] ?? 0, most[1] ?? 0)) * sign(),
    rad(random.between(0, Math.min(12, (most[1] ?? 0) / 2))) * sign(),
  ];
  const width = kind === "motorcycle" ? length * 0.55 : length;
  return {
    x: 320 + random.between(-60, 60),
    y: 190 + random.between(-40, 40),
    length: width,
    high: (width * plate.height) / plate.width,
    yaw,
    roll,
  };
}

async function rendered(svg: string, width: number, height: number): Promise<Pixels> {
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width, height, data: new Uint8ClampedArray(data) };
}

async function drawPlate(text: string, random: Random): Promise<Pixels> {
  const hand = random.pick(HANDS);
  const [width, height] = [624, 132];
  const hasBand = random.next() < 0.85;
  const left = hasBand ? 52 : 12;
  const room = width - left - 24;
  const probe = drawText(text, 0, 0, 92, hand, "#111", 14, 34);
  const stretch = Math.min(1, room / probe.length);
  const shown = { ...hand, width: hand.width * stretch };
  const drawn = drawText(text, 0, 20, 92, shown, "#141414", 14 * stretch, 34 * stretch);
  const begin = left + (width - left - drawn.length) / 2;
  const body = drawText(text, begin, 20, 92, shown, "#141414", 14 * stretch, 34 * stretch).svg;
  const band = hasBand
    ? `<rect x="6" y="6" width="42" height="120" fill="#1d3f94"/>${drawText("S", 18, 86, 26, { ...hand, line: 12, width: 0.7 }, "#fff").svg}`
    : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="14" fill="#222"/><rect x="5" y="5" width="${width - 10}" height="${height - 10}" rx="10" fill="#f4f4ef"/>${band}${body}</svg>`;
  return await rendered(svg, width, height);
}

async function drawMotorcyclePlate(text: string, random: Random): Promise<Pixels> {
  const hand = random.pick(HANDS);
  const [width, height] = [300, 260];
  const [above = "", below = ""] = text.split(" ");
  const line = (part: string, y: number) => {
    const { length } = drawText(part, 0, y, 92, hand, "#141414", 14);
    return drawText(part, (width - length) / 2, y, 92, hand, "#141414", 14).svg;
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="14" fill="#222"/><rect x="5" y="5" width="${width - 10}" height="${height - 10}" rx="10" fill="#f4f4ef"/>${line(above, 26)}${line(below, 144)}</svg>`;
  return await rendered(svg, width, height);
}

async function drawCar(random: Random, kind: Kind): Promise<Pixels> {
  const { width, height } = SIZE;
  const body = `hsl(${random.whole(0, 359)} ${random.whole(0, 60)}% ${random.whole(12, 75)}%)`;
  const dark = `hsl(0 0% ${random.whole(8, 30)}%)`;
  const signs: string[] = [];
  const count = kind === "signs beside" ? 4 : random.next() < 0.5 ? 1 : 0;
  for (let at = 0; at < count; at += 1) {
    const [x, y] = [
      random.pick([random.between(10, 120), random.between(440, 540)]),
      random.pick([random.between(15, 70), random.between(280, 320)]),
    ];
    const hand = { ...random.pick(HANDS), line: 11, width: 0.7 };
    const word = random.pick(WORDS).replaceAll("Ä", "A");
    const high = random.between(9, 20);
    const drawn = drawText(word, x, y, high, hand, random.pick(["#fff", "#111", "#ffd400"]));
    signs.push(
      `<rect x="${x - 5}" y="${y - 5}" width="${drawn.length + 10}" height="${high + 10}" fill="${random.pick(["#1d56a8", "#eee", "#222", body])}"/>${drawn.svg}`,
    );
  }
  const bars = Array.from(
    { length: random.whole(0, 5) },
    (_, at) => `<rect x="120" y="${250 + at * 16}" width="400" height="5" fill="#333"/>`,
  ).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="hsl(${random.whole(180, 240)} 20% ${random.whole(35, 80)}%)"/><rect y="250" width="${width}" height="102" fill="hsl(30 5% ${random.whole(25, 50)}%)"/><path d="M30 340 V120 Q60 40 160 20 H480 Q580 40 610 120 V340 Z" fill="${body}"/><rect x="60" y="${random.whole(235, 280)}" width="520" height="60" fill="${dark}"/><path d="M130 90 Q160 35 200 30 H440 Q480 35 510 90 Z" fill="#26313a"/><rect x="40" y="120" width="60" height="50" rx="10" fill="#a11"/><rect x="540" y="120" width="60" height="50" rx="10" fill="#a11"/>${bars}${signs.join("")}</svg>`;
  return await rendered(svg, width, height);
}

/** Lays a picture into the frame as a camera sees it: turned about the upright axis (yaw) and in the picture (roll). */
function place(frame: Pixels, picture: Pixels, { x, y, length, high, yaw, roll }: Place): void {
  const distance = length * 2.2;
  const [cosY, sinY, cosR, sinR] = [Math.cos(yaw), Math.sin(yaw), Math.cos(roll), Math.sin(roll)];
  const reach = Math.ceil(Math.hypot(length, high) / 2) + 4;
  for (let py = Math.max(0, Math.floor(y - reach)); py < Math.min(frame.height, y + reach); py += 1) {
    for (let px = Math.max(0, Math.floor(x - reach)); px < Math.min(frame.width, x + reach); px += 1) {
      let [red, green, blue, hits] = [0, 0, 0, 0];
      for (let sub = 0; sub < 9; sub += 1) {
        const [dx, dy] = [px + ((sub % 3) + 0.5) / 3 - x, py + (Math.floor(sub / 3) + 0.5) / 3 - y];
        const [u, v] = [dx * cosR + dy * sinR, dy * cosR - dx * sinR];
        // A point of the plate at `a` along it is seen at u = a·cos / (1 + a·sin / distance).
        const along = u / (cosY - (u * sinY) / distance);
        const across = v * (1 + (along * sinY) / distance);
        const [sx, sy] = [
          Math.floor((along / length + 0.5) * picture.width),
          Math.floor((across / high + 0.5) * picture.height),
        ];
        if (sx < 0 || sy < 0 || sx >= picture.width || sy >= picture.height) continue;
        hits += 1;
        const at = (sy * picture.width + sx) * 4;
        red += picture.data[at] as number;
        green += picture.data[at + 1] as number;
        blue += picture.data[at + 2] as number;
      }
      if (hits === 0) continue;
      const to = (py * frame.width + px) * 4;
      frame.data[to] = (red + (9 - hits) * (frame.data[to] as number)) / 9;
      frame.data[to + 1] = (green + (9 - hits) * (frame.data[to + 1] as number)) / 9;
      frame.data[to + 2] = (blue + (9 - hits) * (frame.data[to + 2] as number)) / 9;
    }
  }
}

function dirty(plate: Pixels, random: Random, much: number): void {
  const spots = random.whole(8, Math.round(26 * much) + 8);
  for (let spot = 0; spot < spots; spot += 1) {
    const [cx, cy, r] = [
      random.between(0, plate.width),
      random.between(0, plate.height),
      random.between(3, 16 * much + 4),
    ];
    const [shade, cover] = [random.between(60, 120), random.between(0.3, 0.85)];
    for (let y = Math.max(0, Math.floor(cy - r)); y < Math.min(plate.height, cy + r); y += 1) {
      for (let x = Math.max(0, Math.floor(cx - r)); x < Math.min(plate.width, cx + r); x += 1) {
        if (Math.hypot(x - cx, y - cy) > r) continue;
        blend(plate, x, y, [shade, shade * 0.9, shade * 0.7], cover);
      }
    }
  }
}

function blend(
  { data, width }: Pixels,
  x: number,
  y: number,
  color: readonly [number, number, number],
  share: number,
): void {
  const at = (y * width + x) * 4;
  for (const [part, value] of color.entries())
    data[at + part] = (data[at + part] as number) * (1 - share) + value * share;
}

/** Weather, light and lens: the effect of the kind over the whole picture, and a little noise over each picture. */
function spoil(frame: Pixels, kind: Kind, random: Random): void {
  const several = kind === "several at once";
  if (kind === "rain" || several) rain(frame, random, several ? 60 : 140);
  if (kind === "motion" || several)
    smear(
      frame,
      random.between(2, several ? 4 : 7),
      random.between(-0.3, 0.3) + (random.next() < 0.2 ? Math.PI / 2 : 0),
    );
  else soften(frame, random.between(0, kind === "far" ? 0.5 : 0.9));
  if (kind === "night" || (several && random.next() < 0.5))
    light(frame, random.between(0.12, 0.3), random.between(0, 12));
  else light(frame, random.between(0.75, 1.1), random.between(-10, 15));
  if (kind === "glare" || (several && random.next() < 0.4)) glare(frame, random, several ? 0.5 : 0.9);
  noise(frame, random, kind === "night" ? random.between(4, 9) : random.between(1, 6));
}

function rain(frame: Pixels, random: Random, streaks: number): void {
  for (let streak = 0; streak < streaks; streak += 1) {
    const [x, y, long] = [random.between(0, frame.width), random.between(0, frame.height), random.between(8, 26)];
    for (let step = 0; step < long; step += 1) {
      const [px, py] = [Math.floor(x + step * 0.2), Math.floor(y + step)];
      if (px < frame.width && py < frame.height) blend(frame, px, py, [205, 212, 220], 0.45);
    }
  }
}

/** Smears the picture along a line of so many pixels. */
function smear(frame: Pixels, long: number, turn: number): void {
  const from = frame.data.slice();
  const steps = Math.max(2, Math.round(long * 2));
  for (let y = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1) {
      const to = (y * frame.width + x) * 4;
      let [red, green, blue] = [0, 0, 0];
      for (let step = 0; step < steps; step += 1) {
        const shift = (step / (steps - 1) - 0.5) * long;
        const sx = Math.min(frame.width - 1, Math.max(0, Math.round(x + shift * Math.cos(turn))));
        const sy = Math.min(frame.height - 1, Math.max(0, Math.round(y + shift * Math.sin(turn))));
        const at = (sy * frame.width + sx) * 4;
        red += from[at] as number;
        green += from[at + 1] as number;
        blue += from[at + 2] as number;
      }
      frame.data[to] = red / steps;
      frame.data[to + 1] = green / steps;
      frame.data[to + 2] = blue / steps;
    }
  }
}

/** Mixes each pixel with its neighbours. */
function soften(frame: Pixels, share: number): void {
  const from = frame.data.slice();
  const row = frame.width * 4;
  for (let y = 1; y < frame.height - 1; y += 1) {
    for (let at = y * row + 4; at < (y + 1) * row - 4; at += 1) {
      const around =
        ((from[at - 4] as number) +
          (from[at + 4] as number) +
          (from[at - row] as number) +
          (from[at + row] as number)) /
        4;
      frame.data[at] = (from[at] as number) * (1 - share) + around * share;
    }
  }
}

function light({ data }: Pixels, factor: number, lift: number): void {
  for (let at = 0; at < data.length; at += 1) if (at % 4 !== 3) data[at] = (data[at] as number) * factor + lift;
}

function glare(frame: Pixels, random: Random, most: number): void {
  const [cx, cy, r, strength] = [
    320 + random.between(-120, 120),
    190 + random.between(-60, 60),
    random.between(50, 130),
    random.between(0.4, most),
  ];
  for (let y = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1) {
      const share = strength * Math.exp(-((Math.hypot(x - cx, y - cy) / r) ** 2));
      if (share > 0.02) blend(frame, x, y, [255, 252, 240], share);
    }
  }
}

function noise({ data }: Pixels, random: Random, deviation: number): void {
  for (let at = 0; at < data.length; at += 4) {
    const shift = random.normal() * 1.4 * deviation;
    data[at] = (data[at] as number) + shift;
    data[at + 1] = (data[at + 1] as number) + shift;
    data[at + 2] = (data[at + 2] as number) + shift + random.normal() * deviation * 0.5;
  }
}
