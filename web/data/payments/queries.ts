/** Reading the money of a case. */
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type Payment = Pick<Row<"payments">, "id" | "method">;

/** How each payment of a case came; its amount and day stand in its event. @throws DataError */
export async function listPayments(fineId: string, signal: AbortSignal): Promise<Payment[]> {
  const client = await getClient();
  return unwrap(await client.from("payments").select("id, method").eq("fine_id", fineId).abortSignal(signal));
}
