export type Tone = "neutral" | "brand" | "success" | "warning" | "danger";

/** Colours that repeat what a status says; a status without one is neutral. */
export const STATUS_TONES: Record<string, Tone> = {
  AVAILABLE: "success",
  BUSY: "warning",
  OUT_OF_SERVICE: "danger",
  Radiobil: "brand",
  CIVILBIL: "brand",
};

export const OPERATIONAL_TONES: Record<string, Tone> = {
  ACTIVE: "success",
  STANDBY: "warning",
  MAINTENANCE: "danger",
};
