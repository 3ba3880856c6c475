import type { DriverCase } from "#data/fines/look-up.ts";
import { toDateValue } from "#shared/format/dates.ts";

type Payable = Pick<
  DriverCase,
  "payment_methods" | "issuer_name" | "org_number" | "case_number" | "issued_at" | "due_date" | "left_ore"
>;

const dayOf = (dateValue: string): string => dateValue.replaceAll("-", "");

/** The kinds of account with their names in the format. The first kind that a site has is used. */
const ACCOUNT_TYPES = [
  ["bankgiro", "BG"],
  ["plusgiro", "PG"],
] as const;

/**
 * The content of an invoice QR code in the banks' format (UsingQR 1), for a site with a bankgiro or a plusgiro; undefined for other sites. A bank's app
 * fills in payee, amount, due date and reference from it.
 */
export function paymentCode(found: Payable): string | undefined {
  const [account] = ACCOUNT_TYPES.flatMap(([kind, type]) =>
    found.payment_methods.filter((method) => method.kind === kind).map(({ value }) => ({ type, number: value.trim() })),
  );
  if (account === undefined || found.left_ore <= 0) return undefined;
  return JSON.stringify({
    uqr: 1,
    tp: 1,
    nme: found.issuer_name,
    cid: found.org_number,
    iref: found.case_number,
    idt: dayOf(toDateValue(new Date(found.issued_at))),
    ddt: dayOf(found.due_date),
    due: found.left_ore / 100,
    cur: "SEK",
    pt: account.type,
    acc: account.number,
  });
}
