import { isChecked } from "#contract/luhn.ts";
import type { PaymentMethod } from "#data/site_settings/queries.ts";

/** Whether the number of a payment method looks mistyped: the last digit of bankgiro and plusgiro numbers checks the others (Luhn). */
export function isDoubtful({ kind, value }: Pick<PaymentMethod, "kind" | "value">): boolean {
  if (value.trim() === "" || (kind !== "bankgiro" && kind !== "plusgiro")) return false;
  const digits = value.replaceAll(/[\s-]/g, "");
  const hasLength = kind === "bankgiro" ? /^\d{7,8}$/ : /^\d{2,8}$/;
  return !hasLength.test(digits) || !isChecked(digits);
}
