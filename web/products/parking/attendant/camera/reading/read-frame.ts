import { cutOut, readerInput, READER_HEIGHT, readingWidth } from "./crop.ts";
import { decode, foldedSteps } from "./decode.ts";
import { detectorInput, detectorSize, findBoxes, type FoundBox } from "./find-boxes.ts";
import type { Box, Pixels } from "./pixels.ts";
import { type Reading, readingOf } from "./reading.ts";

/** The two networks: one finds text, the other reads its signs. */
export type Networks = {
  /** Returns a probability for each pixel. */
  find: (input: Float32Array, width: number, height: number) => Promise<Float32Array>;
  /** Returns the values (logits) of each step, and the number of classes in a step. */
  read: (input: Float32Array, width: number) => Promise<{ values: Float32Array; classes: number }>;
};

/** A plate in a frame: its box, in pixels of the frame, and its reading. */
export type PlateInFrame = { box: Box; reading: Reading };

type Ways = {
  /** The longest side of the detector's picture, in pixels. A smaller picture is faster, but finds fewer distant plates. */
  longest?: number;
  /** The most boxes to read. */
  most?: number;
};

const LONGEST = 448;
const MOST = 3;

/**
 * Finds and reads the intended plate in a frame. Boxes are read in order of likelihood, until one fits a plate. Boxes without signs are
 * left out.
 */
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

/** The intended plate among those in a frame: first a whole plate, then one that fits a pattern, then any. */
export const meantOf = (found: readonly PlateInFrame[]): PlateInFrame | undefined =>
  found.find(({ reading }) => reading.isWhole) ?? found.find(({ reading }) => reading.fits) ?? found[0];

/** Reads boxes of a frame as one text, such as the two lines of a motorcycle plate. */
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

/** Joins boxes that are parts of one plate: on one line, similar in height, and near each other. */
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

/** Pairs a box with the box below it when they may be the two lines of a motorcycle plate. The pair takes the place of its first box. */
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

/** The limits of a plate's shape: length divided by height. */
const PLATE_SHAPE = { least: 2.2, most: 7.5 };

/** Sorts boxes by how likely they are the intended plate: large, central, and of a plate's shape. */
function likeliest(boxes: readonly FoundBox[], frame: Pixels): FoundBox[] {
  const worth = ({ x, y, length, height, probability }: FoundBox) => {
    const away = Math.hypot((x - frame.width / 2) / frame.width, (y - frame.height / 2) / frame.height);
    const shape = length / height;
    const isShaped = shape >= PLATE_SHAPE.least && shape <= PLATE_SHAPE.most;
    return Math.sqrt(length * height) * (1 - 0.8 * away) * probability * (isShaped ? 1 : 0.3);
  };
  return boxes.toSorted((a, b) => worth(b) - worth(a));
}
