// Poolers between the server and PostgreSQL keep a session for each connection, or lend a session for each transaction.
//
// With a lent session, session settings would be somebody else's in the next moment. So settings and the role are set in each transaction,
// no statement stays prepared, and work that needs a session of its own goes past the pooler (DATABASE_DIRECT_URL).
import { escapeLiteral } from "pg";

/** The mark is a parameter of the address, so that everything that gets the address knows of the pooler. */
const MARK = "parkering_pooling=transactions";

/** Whether a connection to this address is one session from its beginning to its end. */
export const keepsSessions = (url: string): boolean => !url.includes(MARK);

/** The address of a pooler that lends its sessions for a transaction each. */
export const lendingSessions = (url: string): string => `${url}${url.includes("?") ? "&" : "?"}${MARK}`;

/** Statement for these settings, in the session or in the transaction that it runs in; empty without settings. */
export const settingText = (settings: Record<string, string>, isLocal: boolean): string => {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, ${isLocal})`,
  );
  return calls.length === 0 ? "" : `select ${calls.join(", ")}`;
};
