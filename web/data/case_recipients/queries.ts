/** Reading to whom a case is sent, for admins of the site. */
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type Recipient = Pick<
  Row<"case_recipients">,
  "id" | "role" | "name" | "address" | "id_number" | "source" | "at"
>;

/** More come to no case. */
const MOST = 100;

/** The recipients of a case; the first one counts, those after it were before. @throws DataError */
export async function listRecipients(fineId: string, signal: AbortSignal): Promise<Recipient[]> {
  const client = await getClient();
  const rows = client
    .from("case_recipients")
    .select("id, role, name, address, id_number, source, at")
    .eq("fine_id", fineId);
  const newest = rows.order("at", { ascending: false }).order("id", { ascending: false });
  return unwrap(await newest.limit(MOST).abortSignal(signal));
}
