/** The age at which unfinished work on the device is deleted, in milliseconds. */
export const LONGEST_DRAFT_MS = 14 * 24 * 3_600_000;

/** Runs work on a database of the device (IndexedDB); returns `otherwise` when the device stores nothing. */
export async function withDatabase<Database extends { close: () => void }, Result>(
  open: () => Promise<Database>,
  work: (database: Database) => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    const database = await open();
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch {
    return otherwise;
  }
}
