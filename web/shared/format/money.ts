const kronor = new Intl.NumberFormat("sv-SE", { style: "currency", currency: "SEK", maximumFractionDigits: 0 });
const withOre = new Intl.NumberFormat("sv-SE", { style: "currency", currency: "SEK" });
const plain = new Intl.NumberFormat("sv-SE", { maximumFractionDigits: 0 });

/** An amount in whole kronor: `12 500 kr`. A missing number is shown as a dash. */
export function formatMoney(amount: number | null | undefined): string {
  return isNumber(amount) ? kronor.format(amount) : "–";
}

/** An amount given in öre, shown in kronor, with decimals only when needed: `700 kr`, `700,50 kr`. */
export const formatOre = (ore: number | null | undefined): string => formatExactly(isNumber(ore) ? ore / 100 : ore);

/** An amount in kronor, with decimals only when needed: a bid of 12,5 must not look like 13. */
export function formatExactly(amount: number | null | undefined): string {
  return isNumber(amount) && Math.round(amount * 100) % 100 !== 0 ? withOre.format(amount) : formatMoney(amount);
}

/** A number with Swedish grouping: `100 000`. */
export function formatCount(count: number): string {
  return isNumber(count) ? plain.format(count) : "–";
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
