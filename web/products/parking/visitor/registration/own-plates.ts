// Plates without the Swedish form that the person confirmed: foreign or personal ones. A device asks about each once.
import { isSwedishForm, proposedPlate } from "#contract/alike-plates.ts";
import { plateKey, readablePlate } from "#contract/plate.ts";

const KEY = "parkering.own-plates";
/** The most plates to store; the oldest are dropped. */
const MOST = 20;

function readOwnPlates(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

/** Stores a confirmed plate. Without storage it is asked about again. */
export function keepOwnPlate(plate: string): void {
  try {
    const others = readOwnPlates().filter((key) => key !== plateKey(plate));
    localStorage.setItem(KEY, JSON.stringify([plateKey(plate), ...others].slice(0, MOST)));
  } catch {
    // A full or closed storage must not stop anybody.
  }
}

export const forgetOwnPlates = (): void => localStorage.removeItem(KEY);

/** The doubt about a plate: the probably intended one, if any. */
export type PlateDoubt = { proposal: string | undefined };

/** Whether a plate must be asked about before a parking is stored, with the probably intended one (document 4 §4, `similar`). */
export function doubtAbout(plate: string): PlateDoubt | undefined {
  if (isSwedishForm(plate) || readOwnPlates().includes(plateKey(plate))) return undefined;
  const proposal = proposedPlate(plate);
  return { proposal: proposal === undefined ? undefined : readablePlate(proposal) };
}
