import { SHIFT } from "#contract/limits.ts";

export type Size = { width: number; height: number };

/** The size of a photo for sending, in whole pixels: its longest side is at most `edge`; a smaller photo keeps its size. */
export function scaledSize({ width, height }: Size, edge: number = SHIFT.photoEdge): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
