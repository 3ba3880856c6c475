import type { Box, Pixels } from "./pixels.ts";

/** The mean and deviation of the detector's training, for red, green and blue between 0 and 1. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** The least probability of a text pixel. */
const IS_TEXT = 0.3;
/** The least mean probability of a text box; weaker parts are noise. */
const IS_BOX = 0.5;
/** The detector marks text without its rim. These shares of the marked height are added above and below, and at both ends. */
const RIM = { across: 0.62, along: 0.9 } as const;
/** Limits for marked parts that may be a plate: height in pixels of the map, and length divided by height. */
const LEAST_HEIGHT = 2;
const LEAST_SHAPE = 1.6;
const MOST_SHAPE = 24;

/** The size of the detector's picture: the frame's proportions within `longest` pixels, both sides multiples of 32. */
export function detectorSize(frame: { width: number; height: number }, longest: number) {
  const scale = longest / Math.max(frame.width, frame.height);
  const fit = (side: number) => Math.max(64, Math.round((side * scale) / 32) * 32);
  return { width: fit(frame.width), height: fit(frame.height) };
}

/**
 * Builds the detector's input: the frame scaled down by mean values, with its channels in the order blue, green, red, as in the detector's
 * training.
 */
export function detectorInput(frame: Pixels, { width, height }: { width: number; height: number }): Float32Array {
  const plane = width * height;
  const input = new Float32Array(3 * plane);
  const [stepX, stepY] = [frame.width / width, frame.height / height];
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = spanOf(y, stepY, frame.height);
    for (let x = 0; x < width; x += 1) {
      const [left, right] = spanOf(x, stepX, frame.width);
      let [red, green, blue] = [0, 0, 0];
      for (let row = top; row < bottom; row += 1) {
        for (let at = (row * frame.width + left) * 4, end = (row * frame.width + right) * 4; at < end; at += 4) {
          red += frame.data[at] as number;
          green += frame.data[at + 1] as number;
          blue += frame.data[at + 2] as number;
        }
      }
      const share = 1 / (255 * (bottom - top) * (right - left));
      const to = y * width + x;
      input[to] = (blue * share - MEAN[0]) / DEVIATION[0];
      input[plane + to] = (green * share - MEAN[1]) / DEVIATION[1];
      input[2 * plane + to] = (red * share - MEAN[2]) / DEVIATION[2];
    }
  }
  return input;
}

function spanOf(at: number, step: number, end: number): [number, number] {
  const from = Math.min(end - 1, Math.floor(at * step));
  return [from, Math.max(from + 1, Math.min(end, Math.floor((at + 1) * step)))];
}

/** A text box in a probability map, with its rim, in the map's pixels, and its probability. */
export type FoundBox = Box & { probability: number };

/** Finds the text boxes in the detector's map: rows of `width` probabilities (0 to 1). */
export function findBoxes(map: ArrayLike<number>, width: number, height: number): FoundBox[] {
  const seen = new Uint8Array(width * height);
  const boxes: FoundBox[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1 || (map[start] as number) < IS_TEXT) continue;
    const box = boxOf(partFrom(start, map, width, seen), map, width);
    if (box !== undefined) boxes.push(box);
  }
  return boxes;
}

/** The pixels of the connected part that holds `start`. */
function partFrom(start: number, map: ArrayLike<number>, width: number, seen: Uint8Array): number[] {
  const part = [start];
  seen[start] = 1;
  for (let next = 0; next < part.length; next += 1) {
    const at = part[next] as number;
    const x = at % width;
    for (const [to, isInside] of [
      [at - 1, x > 0],
      [at + 1, x < width - 1],
      [at - width, at >= width],
      [at + width, at + width < seen.length],
    ] as const) {
      if (!isInside || seen[to] === 1 || (map[to] as number) < IS_TEXT) continue;
      seen[to] = 1;
      part.push(to);
    }
  }
  return part;
}

/** The box around a part, turned like its pixels; undefined for a part that is too small or has no shape of text. */
function boxOf(part: readonly number[], map: ArrayLike<number>, width: number): FoundBox | undefined {
  let [sumX, sumY, probability] = [0, 0, 0];
  for (const at of part) {
    sumX += at % width;
    sumY += Math.floor(at / width);
    probability += map[at] as number;
  }
  const count = part.length;
  const [middleX, middleY] = [sumX / count, sumY / count];
  let [xx, yy, xy] = [0, 0, 0];
  for (const at of part) {
    const [x, y] = [(at % width) - middleX, Math.floor(at / width) - middleY];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  const turn = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const at of part) {
    const [x, y] = [(at % width) - middleX, Math.floor(at / width) - middleY];
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [length, height] = [right - left + 1, bottom - top + 1];
  const shape = length / height;
  if (height < LEAST_HEIGHT || shape < LEAST_SHAPE || shape > MOST_SHAPE || probability / count < IS_BOX)
    return undefined;
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    // The middle of a pixel lies half a pixel after its index.
    x: middleX + along * cos - across * sin + 0.5,
    y: middleY + along * sin + across * cos + 0.5,
    length: length + 2 * RIM.along * height,
    height: height * (1 + 2 * RIM.across),
    turn,
    probability: probability / count,
  };
}
