const decimal = new Intl.NumberFormat("sv-SE", { maximumFractionDigits: 2 });

/** A number that may have decimals, as half bathrooms do, in Swedish: `1,5`. */
export const formatDecimal = (value: number): string => decimal.format(value);
