import { cameraTexts } from "../camera-texts.ts";

/** What hinders the reader, told while a frame has no sure plate. */
type Seen = {
  /** Mean brightness of the frame, 0 to 1. */
  brightness: number;
  /** Height of the plate's box beside the frame's; undefined without one. */
  boxHeight: number | undefined;
  /** Milliseconds that the frame took. */
  took: number;
  /** Whether the last frames said different plates. */
  isUnsteady: boolean;
};

const DARK = 0.09;
const FAR = 0.035;
/** A plate is in view for about a second at a walk: slower frames see it once. */
const SLOW_MS = 600;

/** One sentence about what to do, or none. */
export function hintOf({ brightness, boxHeight, took, isUnsteady }: Seen): string | undefined {
  if (brightness < DARK) return cameraTexts.hints.dark;
  if (boxHeight !== undefined && boxHeight < FAR) return cameraTexts.hints.far;
  if (took > SLOW_MS) return cameraTexts.hints.slow;
  return isUnsteady ? cameraTexts.hints.unsteady : undefined;
}
