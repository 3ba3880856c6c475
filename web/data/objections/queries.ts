/** Reading what drivers object and how it was decided, for admins of the site. */
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

const COLUMNS =
  "id, fine_id, name, email, text, ground, received_at, received_by, assigned_to, decision, reply, decided_by, decided_at" as const;

export type Objection = Pick<
  Row<"objections">,
  | "id"
  | "fine_id"
  | "name"
  | "email"
  | "text"
  | "ground"
  | "received_at"
  | "received_by"
  | "assigned_to"
  | "decision"
  | "reply"
  | "decided_by"
  | "decided_at"
>;

/** More come to no case. */
const MOST = 100;

/** The objections of a case, newest first. @throws DataError */
export async function listObjections(fineId: string, signal: AbortSignal): Promise<Objection[]> {
  const client = await getClient();
  const rows = client.from("objections").select(COLUMNS).eq("fine_id", fineId);
  return unwrap(await rows.order("created_at", { ascending: false }).limit(MOST).abortSignal(signal));
}
