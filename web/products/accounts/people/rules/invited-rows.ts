/** Pasted rows of people to invite: `ID; Discord name`, one a line. */
import { DISCORD_NAME_MAX, USER_ID_LENGTH } from "#contract/limits.ts";
import { idKey } from "#contract/staff-address.ts";

/** The most people who are invited, or deactivated, at once. */
export const MOST = 50;

export type InvitedRow = { userId: string; name: string | null };
export type RowFault = "id-length" | "name-length" | "twice";
export type ReadRows = { rows: InvitedRow[]; faults: { line: number; text: string; fault: RowFault }[] };

/** Ambulance employees may have shorter IDs than everybody else, and longer names. */
const limitsOf = (kind: string) =>
  kind === "ase-employee" ? { shortest: 1, name: 200 } : { shortest: USER_ID_LENGTH.min, name: DISCORD_NAME_MAX };

/** Reads the rows of a text, and says what is wrong with which line. A table's columns come with tabs, a list's with semicolons. */
export function readInvited(text: string, kind: string): ReadRows {
  const { shortest, name: nameMax } = limitsOf(kind);
  const read: ReadRows = { rows: [], faults: [] };
  const seen = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [userId = "", name = ""] = line.split(/[;\t]/).map((part) => part.trim());
    const key = idKey(userId);
    let fault: RowFault | undefined;
    if (userId.length < shortest || userId.length > USER_ID_LENGTH.max || key === "") fault = "id-length";
    else if (name.length > nameMax) fault = "name-length";
    else if (seen.has(key)) fault = "twice";
    seen.add(key);
    if (fault !== undefined) read.faults.push({ line: index + 1, text: userId, fault });
    else read.rows.push({ userId, name: name === "" ? null : name });
  }
  return read;
}

/** The text of rows, as somebody would paste it again. */
export const writeInvited = (rows: readonly InvitedRow[]): string =>
  rows.map(({ userId, name }) => (name === null ? userId : `${userId}; ${name}`)).join("\n");
