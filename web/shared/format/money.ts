const kronor = new Intl.NumberFormat("sv-SE", { style: "currency", currency: "SEK", maximumFractionDigits: 0 });
const withOre = new Intl.NumberFormat("sv-SE", { style: "currency", currency: "SEK" });
const plain = new Intl.NumberFormat("sv-SE", { maximumFractionDigits: 0 });

/** An amount in kronor without öre: `12 500 kr`. What is no number is shown as a dash. */
export function formatMoney(amount: number | null | undefined): string {
  return isNumber(amount) ? kronor.format(amount) : "–";
}

/** An amount in öre as kronor, with öre where there are any: `700 kr`, `700,50 kr`. */
export function formatOre(ore: number | null | undefined): string {
  if (!isNumber(ore)) return formatMoney(ore);
  return ore % 100 === 0 ? formatMoney(ore / 100) : withOre.format(ore / 100);
}

/** A count with Swedish grouping: `100 000`. */
export function formatCount(count: number): string {
  return isNumber(count) ? plain.format(count) : "–";
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
