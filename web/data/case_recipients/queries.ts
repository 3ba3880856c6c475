/** Reads the recipients of a case, for admins of the site. */
import type { Acting } from "../acting.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type Recipient = Pick<
  Row<"case_recipients">,
  "id" | "role" | "name" | "address" | "id_number" | "source" | "at"
>;

/** More recipients than any case has. */
const MOST = 100;

/** The recipients of a case. The first is the current one, the others are earlier ones. @throws DataError */
export async function listRecipients(acting: Acting, fineId: string, signal: AbortSignal): Promise<Recipient[]> {
  const client = await acting.client();
  const rows = client
    .from("case_recipients")
    .select("id, role, name, address, id_number, source, at")
    .eq("fine_id", fineId);
  const newest = rows.order("at", { ascending: false }).order("id", { ascending: false });
  return unwrap(await newest.limit(MOST).abortSignal(signal));
}
