/** A picture as a canvas gives it: four bytes for each pixel, red first. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

/** A point in pixels of its picture. */
export type Point = { x: number; y: number };

/** A turned box: its centre, its length along the text, its height, and its angle in radians. */
export type Box = { x: number; y: number; length: number; height: number; turn: number };

/** The four corners of a box, clockwise from the upper corner at the text's start. */
export function cornersOf({ x, y, length, height, turn }: Box): [Point, Point, Point, Point] {
  const [along, across] = [
    { x: (Math.cos(turn) * length) / 2, y: (Math.sin(turn) * length) / 2 },
    { x: (-Math.sin(turn) * height) / 2, y: (Math.cos(turn) * height) / 2 },
  ];
  return [
    { x: x - along.x - across.x, y: y - along.y - across.y },
    { x: x + along.x - across.x, y: y + along.y - across.y },
    { x: x + along.x + across.x, y: y + along.y + across.y },
    { x: x - along.x + across.x, y: y - along.y + across.y },
  ];
}
