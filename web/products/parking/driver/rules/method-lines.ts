import type { PaymentMethod } from "#data/site_settings/queries.ts";
import { driverTexts } from "#parking/kernel/case/driver-texts.ts";
import { paymentLine } from "#parking/kernel/case/payment-line.ts";

const figuresOf = (text: string): string => text.replaceAll(/\D/g, "");

/** The lines of a way to pay: its number once, in the spelling of the site's own line where that has it, and what else the site says. */
export function methodLines(method: PaymentMethod): string[] {
  const line = paymentLine(method, driverTexts.sv.pay.kinds[method.kind]);
  const isNumber = figuresOf(method.value) !== "" && figuresOf(line).includes(figuresOf(method.value));
  return isNumber || line === method.value ? [line] : [method.value, line];
}
