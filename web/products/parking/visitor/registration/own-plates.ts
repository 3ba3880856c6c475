// Plates of no Swedish form that somebody said are right: another country's, a personal one. Asked about once on a device.
import { isSwedishForm, proposedPlate } from "#contract/alike-plates.ts";
import { plateKey, readablePlate } from "#contract/plate.ts";

const KEY = "parkering.own-plates";
/** The oldest go. */
const MOST = 20;

function readOwnPlates(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers that a plate looks as it was typed. Without storage it is asked about again. */
export function keepOwnPlate(plate: string): void {
  try {
    const others = readOwnPlates().filter((key) => key !== plateKey(plate));
    localStorage.setItem(KEY, JSON.stringify([plateKey(plate), ...others].slice(0, MOST)));
  } catch {
    // A full or closed storage stands in nobody's way.
  }
}

export const forgetOwnPlates = (): void => localStorage.removeItem(KEY);

/** Of a plate that has to be asked about: the one that was probably meant, if any. */
export type PlateDoubt = { proposal: string | undefined };

/** Whether a plate must be asked about before a parking is stored, and what was probably meant (document 4 §4, `similar`). */
export function doubtAbout(plate: string): PlateDoubt | undefined {
  if (isSwedishForm(plate) || readOwnPlates().includes(plateKey(plate))) return undefined;
  const proposal = proposedPlate(plate);
  return { proposal: proposal === undefined ? undefined : readablePlate(proposal) };
}
