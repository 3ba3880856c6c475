const kronor = new Intl.NumberFormat("sv-SE", { style: "currency", currency: "SEK", maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat("sv-SE", { maximumFractionDigits: 0 });

/** An amount in kronor without öre: `12 500 kr`. What is no number is shown as a dash. */
export function formatMoney(amount: number | null | undefined): string {
  return isNumber(amount) ? kronor.format(amount) : "–";
}

/** A count with Swedish grouping: `100 000`. */
export function formatCount(count: number): string {
  return isNumber(count) ? plain.format(count) : "–";
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
