import { addDays } from "#shared/format/dates.ts";

/** Days between a letter by post and its last day to pay that are held for reasonable (inkassolagen §5). */
const FAIR_DAYS = 10;

/** Whether whoever gets a letter of today has a fair time until the day `due`. */
export const isFairTime = (due: string, today: string): boolean => due >= addDays(today, FAIR_DAYS);
