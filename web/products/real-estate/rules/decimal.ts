const decimal = new Intl.NumberFormat("sv-SE", { maximumFractionDigits: 2 });

/** A number with its decimals, such as half bathrooms, in Swedish: `1,5`. */
export const formatDecimal = (value: number): string => decimal.format(value);
