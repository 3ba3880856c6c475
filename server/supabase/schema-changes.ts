// Reads the schema again when somebody changed it while the server runs: `notify pgrst, 'reload schema'`, as PostgREST listens for.
//
// Why: @supabase/lite reads the schema once and answers 404 for a table that came later.
// Contract test: tests/backend/rest.test.ts ("sees a table that came later").
import type { Logger } from "pino";
import postgres from "postgres";

/** Listens on a connection of its own; also reads again after that connection was lost. Gives what stops it. */
export async function listenForSchemaChanges(
  url: string,
  readSchema: () => Promise<void>,
  log: Logger,
): Promise<() => Promise<void>> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: "parkering schema" },
  });
  let isStopped = false;
  let reading = Promise.resolve();
  const readAgain = () => {
    if (isStopped) return;
    reading = readSchema().catch((error: unknown) => {
      log.warn(
        { message: error instanceof Error ? error.message : String(error) },
        "the schema could not be read again",
      );
    });
  };
  let isFirst = true;
  await sql.listen("pgrst", readAgain, () => {
    if (!isFirst) readAgain();
    isFirst = false;
  });
  return async () => {
    isStopped = true;
    await reading;
    await sql.end({ timeout: 5 });
  };
}
