import type { PaymentMethod } from "#data/site_settings/queries.ts";

/** Where to pay as the site writes it, or the bare number; without the kind in front, which stands beside it already. */
export function paymentLine({ value, text }: PaymentMethod, kind: string): string {
  const line = text?.trim() ?? "";
  const isNamed = line.toLowerCase().startsWith(kind.toLowerCase());
  return (isNamed ? line.slice(kind.length).replace(/^[\s:]+/, "") : line) || value;
}
