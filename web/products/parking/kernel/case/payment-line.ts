import type { PaymentMethod } from "#data/site_settings/queries.ts";

/** Where to pay as the site writes it, or the bare number; without the kind before a number, which stands beside it already. */
export function paymentLine({ value, text }: PaymentMethod, kind: string): string {
  const line = text?.trim() ?? "";
  const rest = line.slice(kind.length).replace(/^[\s:]+/, "");
  const isNamed = line.toLowerCase().startsWith(kind.toLowerCase()) && /^(?:\d|$)/.test(rest);
  return (isNamed ? rest : line) || value;
}
