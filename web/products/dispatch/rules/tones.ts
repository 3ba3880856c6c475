export type Tone = "neutral" | "brand" | "success" | "warning" | "danger";

/** The colours of statuses; they only repeat the word. Other statuses are neutral. */
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
