// Tells why a file could not be stored or read, where @supabase/lite says "Internal server error".
//
// Why: see fault-watch.ts.
import type { FaultWatch } from "./fault-watch.ts";

type Forward = (request: Request) => Promise<Response>;

/** Takes what hands a request to lite's storage; its 500 becomes 507 when there was no room, 503 when the database was away. */
export function tellOutage(forward: Forward, watches: { noRoom: FaultWatch; database: FaultWatch }): Forward {
  return async (request) => {
    const before = { noRoom: watches.noRoom.count, database: watches.database.count };
    const answer = await forward(request);
    if (answer.status !== 500) return answer;
    if (watches.noRoom.since(before.noRoom))
      return refuse(507, "InsufficientStorage", "There is no room left for the file. Please try again later.");
    if (watches.database.since(before.database))
      return refuse(503, "ServiceUnavailable", "The database does not answer. Please try again.");
    return answer;
  };
}

/** An answer as the storage service words them. */
const refuse = (status: number, error: string, message: string) =>
  Response.json({ statusCode: String(status), error, message }, { status });
