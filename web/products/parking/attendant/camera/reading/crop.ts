import { type Box, cornersOf, type Pixels } from "./pixels.ts";

/** The height of the reading network's input, in pixels. */
export const READER_HEIGHT = 48;
/** The allowed widths of the reading network's input. They are few, because the network allocates memory anew for each width. */
const WIDTHS = [128, 192, 256, 320];
/**
 * Plates are stretched by this factor. A step of the network is eight pixels wide; on a stretched plate, two equal signs in a row get steps
 * of their own.
 */
const STRETCH = 1.3;

/** Cuts a box out of a picture, turned upright, in the given size. Beyond the picture's edge its last pixels repeat. */
export function cutOut(frame: Pixels, box: Box, width: number, height: number): Pixels {
  const [corner, right, , below] = cornersOf(box);
  const along = { x: (right.x - corner.x) / width, y: (right.y - corner.y) / width };
  const across = { x: (below.x - corner.x) / height, y: (below.y - corner.y) / height };
  const data = new Uint8ClampedArray(width * height * 4);
  // When the box is larger than the result, each pixel is the mean of several points. A single point would lose strokes.
  const points = Math.max(1, Math.min(4, Math.round(Math.hypot(across.x, across.y))));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let part = 0; part < points * points; part += 1) {
        const dx = x + ((part % points) + 0.5) / points;
        const dy = y + (Math.floor(part / points) + 0.5) / points;
        const fromX = corner.x + along.x * dx + across.x * dy - 0.5;
        const fromY = corner.y + along.y * dx + across.y * dy - 0.5;
        const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
        const [shareX, shareY] = [fromX - left, fromY - top];
        for (let near = 0; near < 4; near += 1) {
          const atX = Math.min(frame.width - 1, Math.max(0, left + (near & 1)));
          const atY = Math.min(frame.height - 1, Math.max(0, top + (near >> 1)));
          const share = ((near & 1) === 1 ? shareX : 1 - shareX) * (near >> 1 === 1 ? shareY : 1 - shareY);
          const at = (atY * frame.width + atX) * 4;
          red += share * (frame.data[at] as number);
          green += share * (frame.data[at + 1] as number);
          blue += share * (frame.data[at + 2] as number);
        }
      }
      const to = (y * width + x) * 4;
      data[to] = red / (points * points);
      data[to + 1] = green / (points * points);
      data[to + 2] = blue / (points * points);
      data[to + 3] = 255;
    }
  }
  return { width, height, data };
}

/** The width at which a box is read, in pixels of the network's input. */
export const readingWidth = ({ length, height }: Box): number =>
  Math.max(48, Math.min(WIDTHS.at(-1) as number, Math.round(((READER_HEIGHT * length) / height) * STRETCH)));

/**
 * Builds the reading network's input from pictures of 48 pixels height, side by side, with grey at the end. Returns the input and its
 * width.
 */
export function readerInput(pictures: readonly Pixels[]): { input: Float32Array; width: number } {
  const needed = pictures.reduce((sum, { width }) => sum + width, 0);
  const width = WIDTHS.find((fits) => fits >= needed) ?? WIDTHS.at(-1) ?? needed;
  const plane = READER_HEIGHT * width;
  const input = new Float32Array(3 * plane);
  let left = 0;
  for (const picture of pictures) {
    for (let y = 0; y < READER_HEIGHT; y += 1) {
      for (let x = 0; x < picture.width && left + x < width; x += 1) {
        const [at, to] = [(y * picture.width + x) * 4, y * width + left + x];
        input[to] = (picture.data[at + 2] as number) / 127.5 - 1;
        input[plane + to] = (picture.data[at + 1] as number) / 127.5 - 1;
        input[2 * plane + to] = (picture.data[at] as number) / 127.5 - 1;
      }
    }
    left += picture.width;
  }
  return { input, width };
}
