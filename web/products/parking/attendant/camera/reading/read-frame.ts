import { cutOut, readerInput, READER_HEIGHT, readingWidth } from "./crop.ts";
import { decode, foldedSteps } from "./decode.ts";
import { detectorInput, detectorSize, findBoxes, type FoundBox } from "./find-boxes.ts";
import type { Box, Pixels } from "./pixels.ts";
import { type Reading, readingOf } from "./reading.ts";

/** The two networks: where text is, and which signs it has. Each takes its input and gives its values. */
export type Networks = {
  /** Gives a probability for each pixel. */
  find: (input: Float32Array, width: number, height: number) => Promise<Float32Array>;
  /** Gives the values (logits) of each step, and how many classes a step has. */
  read: (input: Float32Array, width: number) => Promise<{ values: Float32Array; classes: number }>;
};

/** A plate in a frame: where it is, in the frame's pixels, and what it says. */
export type PlateInFrame = { box: Box; reading: Reading };

type Ways = {
  /** Longest side of the detector's picture, in pixels: smaller is faster, and finds fewer plates that are far away. */
  longest?: number;
  /** So many boxes are read at most. */
  most?: number;
};

const LONGEST = 448;
const MOST = 3;

/** Finds and reads the plate that is meant in a frame: the likeliest box whose signs fit a plate is the last that is read. Boxes without signs are left out. */
export async function readFrame(
  frame: Pixels,
  networks: Networks,
  { longest = LONGEST, most = MOST }: Ways = {},
): Promise<PlateInFrame[]> {
  const size = detectorSize(frame, longest);
  const map = await networks.find(detectorInput(frame, size), size.width, size.height);
  const boxes = findBoxes(map, size.width, size.height).map((box) => inFrame(box, frame, size));
  const found: PlateInFrame[] = [];
  for (const lines of withTwoLines(likeliest(joined(boxes), frame)).slice(0, most)) {
    // oxlint-disable-next-line no-await-in-loop -- the networks run one after the other in one thread
    const reading = await readBox(frame, lines, networks);
    const [box] = lines;
    if (reading !== undefined) found.push({ box, reading });
    if (reading?.isWhole === true) break;
  }
  return found;
}

/** The plate that is meant of those in a frame: a whole one before others that fit, and those before what fits no plate. */
export const meantOf = (found: readonly PlateInFrame[]): PlateInFrame | undefined =>
  found.find(({ reading }) => reading.isWhole) ?? found.find(({ reading }) => reading.fits) ?? found[0];

/** Reads boxes of a frame as one text, such as a motorcycle's two lines. */
export async function readBox(frame: Pixels, lines: readonly Box[], networks: Networks): Promise<Reading | undefined> {
  const { input, width } = readerInput(lines.map((line) => cutOut(frame, line, readingWidth(line), READER_HEIGHT)));
  const { values, classes } = await networks.read(input, width);
  return readingOf(decode(foldedSteps(values, classes)));
}

function inFrame(box: FoundBox, frame: Pixels, size: { width: number; height: number }): FoundBox {
  const scale = (frame.width / size.width + frame.height / size.height) / 2;
  return {
    ...box,
    x: (box.x * frame.width) / size.width,
    y: (box.y * frame.height) / size.height,
    length: box.length * scale,
    height: box.height * scale,
  };
}

/** Letters and digits of a plate may be found apart: boxes on one line, alike in height and near to each other, are one. */
function joined(boxes: readonly FoundBox[]): FoundBox[] {
  const left = [...boxes].sort((a, b) => a.x - b.x);
  const made: FoundBox[] = [];
  for (const box of left) {
    const at = made.findIndex((other) => areOne(other, box));
    if (at === -1) made.push(box);
    else made[at] = around(made[at] as FoundBox, box);
  }
  return made;
}

function areOne(a: FoundBox, b: FoundBox): boolean {
  const height = (a.height + b.height) / 2;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const [along, across] = [
    dx * Math.cos(a.turn) + dy * Math.sin(a.turn),
    dy * Math.cos(a.turn) - dx * Math.sin(a.turn),
  ];
  const gap = along - (a.length + b.length) / 2;
  return (
    Math.abs(a.height - b.height) < 0.35 * height &&
    Math.abs(across) < 0.35 * height &&
    gap < 0.6 * height &&
    (a.length + b.length + gap) / height < 7
  );
}

function around(a: FoundBox, b: FoundBox): FoundBox {
  const turn = Math.atan2(b.y - a.y, b.x - a.x);
  const length = Math.hypot(b.x - a.x, b.y - a.y) + (a.length + b.length) / 2;
  const shift = (b.length - a.length) / 4;
  return {
    x: (a.x + b.x) / 2 + shift * Math.cos(turn),
    y: (a.y + b.y) / 2 + shift * Math.sin(turn),
    length,
    height: Math.max(a.height, b.height),
    turn,
    probability: Math.min(a.probability, b.probability),
  };
}

type Lines = [Box] | [Box, Box];

/** Puts a box and the one below it together, where they may be the two lines of a motorcycle's plate; such a pair stands where its first box did. */
function withTwoLines(boxes: readonly FoundBox[]): Lines[] {
  const taken = new Set<FoundBox>();
  return boxes.flatMap((box): Lines[] => {
    if (taken.has(box)) return [];
    const other = boxes.find((below) => below !== box && !taken.has(below) && areTwoLines(box, below));
    taken.add(box);
    if (other === undefined) return [[box]];
    taken.add(other);
    return [box.y < other.y ? [box, other] : [other, box]];
  });
}

function areTwoLines(a: Box, b: Box): boolean {
  const height = (a.height + b.height) / 2;
  const isShort = a.length < 4 * height && b.length < 4 * height;
  const away = Math.abs(b.y - a.y);
  return (
    isShort &&
    away > 0.7 * height &&
    away < 1.6 * height &&
    Math.abs(b.x - a.x) < 0.7 * height &&
    Math.abs(a.height - b.height) < 0.35 * height &&
    Math.abs(a.turn - b.turn) < 0.2
  );
}

/** Shape of a plate's text, length by height. */
const PLATE_SHAPE = { least: 2.2, most: 7.5 };

/** Boxes in the order in which they may be the plate that is meant: large, in the middle, of its shape. */
function likeliest(boxes: readonly FoundBox[], frame: Pixels): FoundBox[] {
  const worth = ({ x, y, length, height, probability }: FoundBox) => {
    const away = Math.hypot((x - frame.width / 2) / frame.width, (y - frame.height / 2) / frame.height);
    const shape = length / height;
    const isShaped = shape >= PLATE_SHAPE.least && shape <= PLATE_SHAPE.most;
    return Math.sqrt(length * height) * (1 - 0.8 * away) * probability * (isShaped ? 1 : 0.3);
  };
  return boxes.toSorted((a, b) => worth(b) - worth(a));
}
