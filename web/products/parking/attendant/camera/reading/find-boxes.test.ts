import { expect, test } from "vitest";
import { cutOut } from "./crop.ts";
import { detectorInput, detectorSize, findBoxes } from "./find-boxes.ts";
import { cornersOf } from "./pixels.ts";

const [WIDTH, HEIGHT] = [120, 80];

/** A map with 0.9 inside a bar of this length and height, turned about (60, 40), and 0 elsewhere. */
function mapOf(length: number, height: number, turn: number): Float32Array {
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [(at % WIDTH) + 0.5 - 60, Math.floor(at / WIDTH) + 0.5 - 40];
    const [along, across] = [x * Math.cos(turn) + y * Math.sin(turn), y * Math.cos(turn) - x * Math.sin(turn)];
    return Math.abs(along) < length / 2 && Math.abs(across) < height / 2 ? 0.9 : 0;
  });
}

test.each([0, 0.3, -0.5])(
  "a bar turned by %d is one box around it, turned as it is, with the rim that the map leaves out",
  (turn) => {
    const [box, ...more] = findBoxes(mapOf(60, 10, turn), WIDTH, HEIGHT);
    expect(more).toEqual([]);
    expect(box?.turn).toBeCloseTo(turn, 1);
    expect([box?.x, box?.y].map((value) => Math.round(value ?? 0))).toEqual([60, 40]);
    expect(Math.abs((box?.length ?? 0) - 78)).toBeLessThan(3);
    expect(Math.abs((box?.height ?? 0) - 22.4)).toBeLessThan(3);
  },
);

test.each([
  [3, 1],
  [10, 40],
])("a spot of %i × %i is no text", (length, height) => {
  expect(findBoxes(mapOf(length, height, 0), WIDTH, HEIGHT).filter(({ turn }) => Math.abs(turn) < 0.5)).toEqual([]);
});

test("sides of the detector's picture are multiples of 32 and keep the frame's proportions", () => {
  expect(detectorSize({ width: 640, height: 360 }, 448)).toEqual({ width: 448, height: 256 });
  expect(detectorSize({ width: 720, height: 1280 }, 448)).toEqual({ width: 256, height: 448 });
});

test("a smaller picture is the mean of its pixels, blue first", () => {
  const data = new Uint8ClampedArray(64 * 64 * 4);
  for (let at = 0; at < data.length; at += 4) data.set([255, 0, at % 8 === 0 ? 0 : 255, 255], at);
  const input = detectorInput({ width: 64, height: 64, data }, { width: 32, height: 32 });
  const [blue, green, red] = [input[0], input[1024], input[2048]];
  expect(blue).toBeCloseTo((0.5 - 0.485) / 0.229, 4);
  expect(green).toBeCloseTo(-0.456 / 0.224, 4);
  expect(red).toBeCloseTo((1 - 0.406) / 0.225, 4);
});

test("a box is cut out upright, at any angle", () => {
  const frame = { width: WIDTH, height: HEIGHT, data: new Uint8ClampedArray(WIDTH * HEIGHT * 4) };
  for (const [at, value] of mapOf(60, 12, 0.4).entries()) frame.data[at * 4] = value === 0 ? 0 : 200;
  const cut = cutOut(frame, { x: 60, y: 40, length: 50, height: 8, turn: 0.4 }, 100, 16);
  expect(cut.data.filter((_, at) => at % 4 === 0).every((red) => red > 190)).toBe(true);
  const [first, , third] = cornersOf({ x: 0, y: 0, length: 4, height: 2, turn: Math.PI / 2 });
  expect([first.x, first.y, third.x, third.y].map(Math.round)).toEqual([1, -2, -1, 2]);
});
