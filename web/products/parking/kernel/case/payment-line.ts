import type { PaymentMethod } from "#data/site_settings/queries.ts";

/** The payment line as the site writes it, or the bare number, without the kind, which already stands beside it. */
export function paymentLine({ value, text }: PaymentMethod, kind: string): string {
  const line = text?.trim() ?? "";
  const rest = line.slice(kind.length).replace(/^[\s:]+/, "");
  const isNamed = line.toLowerCase().startsWith(kind.toLowerCase()) && /^(?:\d|$)/.test(rest);
  return (isNamed ? rest : line) || value;
}
