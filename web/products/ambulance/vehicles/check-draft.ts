// A check that is not sent yet, as the device keeps it (document 5 §7).
import type { ActingOnDevice } from "#data/acting.ts";
import { keepFact, readFact } from "#shared/offline/device-store.ts";
import type { CheckDraft } from "./check-rules.ts";

/** The name of the fact that holds a check which is not sent yet. */
const BEGUN = "vehicle check";

/** The check that this login began. */
export const readDraft = async ({ device }: ActingOnDevice): Promise<CheckDraft | undefined> =>
  ((await readFact(device.owner, BEGUN).catch(() => undefined)) as CheckDraft | null | undefined) ?? undefined;

/** Stores what was entered, or forgets it; a device without room keeps it on the page alone. */
export const keepDraft = ({ device }: ActingOnDevice, draft: CheckDraft | undefined): Promise<void> =>
  keepFact(device.owner, BEGUN, draft ?? null, true).catch(() => undefined);
