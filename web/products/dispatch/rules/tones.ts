export type Tone = "neutral" | "brand" | "success" | "warning" | "danger";

/** The colours of priorities, which repeat the word. */
export const PRIORITY_TONES: Record<number, Tone> = { 1: "danger", 2: "warning", 3: "neutral" };

export const OPERATIONAL_TONES: Record<string, Tone> = {
  ACTIVE: "success",
  STANDBY: "warning",
  MAINTENANCE: "danger",
};
