import { cameraTexts } from "../camera-texts.ts";

/** Conditions of a frame that may hinder the reader. */
type Seen = {
  /** The mean brightness of the frame, 0 to 1. */
  brightness: number;
  /** The height of the plate's box relative to the frame; undefined without a box. */
  boxHeight: number | undefined;
  /** The time for the frame, in milliseconds. */
  took: number;
  /** Whether the last frames gave different plates. */
  isUnsteady: boolean;
};

const DARK = 0.09;
const FAR = 0.035;
/** A plate is visible for about a second at walking speed, so a slower reader sees it once. */
const SLOW_MS = 600;

/** A sentence of advice for the attendant, or undefined. */
export function hintOf({ brightness, boxHeight, took, isUnsteady }: Seen): string | undefined {
  if (brightness < DARK) return cameraTexts.hints.dark;
  if (boxHeight !== undefined && boxHeight < FAR) return cameraTexts.hints.far;
  if (took > SLOW_MS) return cameraTexts.hints.slow;
  return isUnsteady ? cameraTexts.hints.unsteady : undefined;
}
