/** The list of the device's receipts, loaded on demand. Loaded early, it moves nothing on the page. */
import type { OwnReceipts } from "./own-receipts.tsx";

let loaded: typeof OwnReceipts | undefined;

/** The list, if its code is loaded. */
export const loadedReceipts = () => loaded;

/** Loads the list's code. @throws when it cannot be fetched */
export async function loadReceipts(): Promise<typeof OwnReceipts> {
  loaded = (await import("./own-receipts.tsx")).OwnReceipts;
  return loaded;
}
