/** The list of the device's receipts, whose code comes when it is asked for: early, it moves nothing on the page that shows it. */
import type { OwnReceipts } from "./own-receipts.tsx";

let loaded: typeof OwnReceipts | undefined;

/** The list, if its code is here. */
export const loadedReceipts = () => loaded;

/** Fetches its code. @throws when it cannot be fetched */
export async function loadReceipts(): Promise<typeof OwnReceipts> {
  loaded = (await import("./own-receipts.tsx")).OwnReceipts;
  return loaded;
}
