// Plates without the Swedish form that the person confirmed: foreign or personal ones. A device asks about each once.
import { keepEntry, readEntries } from "#shared/device-entry.ts";
import { isSwedishForm, proposedPlate } from "#contract/alike-plates.ts";
import { plateKey, readablePlate } from "#contract/plate.ts";

const KEY = "parkering.own-plates";
/** The most plates to store; the oldest are dropped. */
const MOST = 20;

const readOwnPlates = (): string[] => readEntries(KEY).filter((key) => typeof key === "string");

/** Stores a confirmed plate. Without storage it is asked about again. */
export function keepOwnPlate(plate: string): void {
  const others = readOwnPlates().filter((key) => key !== plateKey(plate));
  keepEntry(KEY, [plateKey(plate), ...others].slice(0, MOST));
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
