// A film for Chromium's fake camera: cars of drawn scenes, one after the other, again and again.
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import type { Pixels } from "#products/parking/attendant/camera/reading/pixels.ts";
import { drawScene } from "../../../bench/camera/scenes.ts";

/** Number of frames in which a car is in view; a second has ten frames. */
const FRAMES_OF_CAR = 25;

/** Draws cars of these seeds as a film (YUV4MPEG2) into a file, and gives their plates in order. */
export async function drawFilm(file: string, seeds: readonly number[]): Promise<string[]> {
  const out = createWriteStream(file);
  const plates: string[] = [];
  for (const seed of seeds) {
    // oxlint-disable-next-line no-await-in-loop -- one scene in memory at a time
    const { plate, frame } = await drawScene("clear", seed);
    if (plates.length === 0) out.write(`YUV4MPEG2 W${frame.width} H${frame.height} F10:1 Ip A1:1 C420mpeg2\n`);
    plates.push(plate);
    const picture = planesOf(frame);
    for (let count = 0; count < FRAMES_OF_CAR; count += 1) {
      out.write("FRAME\n");
      out.write(picture);
    }
  }
  out.end();
  await once(out, "finish");
  return plates;
}

/** Brightness of each pixel, followed by one colour for each four pixels, as a film stores them (BT.601). */
function planesOf({ width, height, data }: Pixels): Buffer {
  const quarter = (width / 2) * (height / 2);
  const planes = Buffer.alloc(width * height + 2 * quarter);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      planes[y * width + x] = 16 + 0.257 * red + 0.504 * green + 0.098 * blue;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const to = width * height + (y / 2) * (width / 2) + x / 2;
      planes[to] = 128 - 0.148 * red - 0.291 * green + 0.439 * blue;
      planes[to + quarter] = 128 + 0.439 * red - 0.368 * green - 0.071 * blue;
    }
  }
  return planes;
}
