import type { DriverCase } from "#data/fines/look-up.ts";

type Payable = Pick<DriverCase, "payment_methods" | "case_number" | "left_ore">;

/** A payment by Swish with payee, amount and message filled in: the link that opens the app, and the content of its QR code. */
export type SwishPayment = { link: string; code: string };

/**
 * The payment of what is left, for a site with a number that Swish knows; undefined for other sites. The message is the case number. The
 * code has Swish's own form (C2B: payee;amount;message;lock), in which nothing may be changed by the payer.
 */
export function swishPayment(found: Payable): SwishPayment | undefined {
  const payee = found.payment_methods
    .filter(({ kind }) => kind === "swish")
    .map(({ value }) => numberOf(value))
    .find((number) => number !== undefined);
  if (payee === undefined || found.left_ore <= 0) return undefined;
  const amount = (found.left_ore / 100).toFixed(2);
  const filledIn = new URLSearchParams({ sw: payee, amt: amount, cur: "SEK", msg: found.case_number, src: "url" });
  return {
    link: `https://app.swish.nu/1/p/sw/?${filledIn}`,
    code: `C${payee};${amount.replace(".", ",")};${found.case_number};0`,
  };
}

/** The number as Swish writes it: a company's ten digits, or a mobile's with the country's code; undefined for anything else. */
function numberOf(typed: string): string | undefined {
  const digits = typed.replaceAll(/\D/g, "").replace(/^(?:00)?467|^07/, "467");
  return /^(?:123\d{7}|467\d{8})$/.test(digits) ? digits : undefined;
}
