import { useRef } from "react";
import { useActingPerson } from "#data/acting.ts";
import type { ListedCase } from "#data/fines/queries.ts";
import type { Placing } from "#data/payments/mutations.ts";
import { paymentQueries, type UnplacedPayment } from "#data/payments/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { randomKey } from "#shared/random-key.ts";
import { type Part, oreOfPart } from "./rules/parts.ts";

/** The keys of a placing: the same for the same parts, so that a repeated press places them once. */
export function usePlacingKeys(): (parts: readonly Part[]) => Pick<Placing, "placingId" | "parts"> {
  const latest = useRef<{ content: string; placing: Pick<Placing, "placingId" | "parts"> }>(undefined);
  return (parts) => {
    const amounts = parts.map((part) => ({ fine_id: part.fine.id, amount_ore: oreOfPart(part) }));
    const content = JSON.stringify(amounts);
    if (latest.current?.content !== content) {
      const keyed = amounts.map((part) => ({ ...part, event_id: randomKey() }));
      latest.current = { content, placing: { placingId: randomKey(), parts: keyed } };
    }
    return latest.current.placing;
  };
}

/** The result of booking a payment for each of these cases. */
export function useMatches(
  { payment, project }: { payment: UnplacedPayment; project: string },
  cases: readonly ListedCase[],
) {
  const acting = useActingPerson();
  const numbers = cases.map(({ case_number }) => case_number);
  const rows = cases.map(({ id, case_number }) => ({
    bank_key: id,
    reference: case_number,
    amount_ore: payment.left_ore,
    value_date: payment.value_date,
    payer_text: "",
    method: payment.method,
  }));
  const fileKey = `${payment.id} ${numbers.join(" ")}`;
  return useQuery({ ...paymentQueries.matches(acting, { project, fileKey, rows }), enabled: rows.length > 0 });
}
