import type { PaymentMethod } from "#data/site_settings/queries.ts";

/** Whether the number of a way to pay looks mistyped: the last digit of bankgiro and plusgiro numbers checks the others (Luhn). */
export function isDoubtful({ kind, value }: Pick<PaymentMethod, "kind" | "value">): boolean {
  if (value.trim() === "" || (kind !== "bankgiro" && kind !== "plusgiro")) return false;
  const digits = value.replaceAll(/[\s-]/g, "");
  const hasLength = kind === "bankgiro" ? /^\d{7,8}$/ : /^\d{2,8}$/;
  return !hasLength.test(digits) || luhnSum(digits) % 10 !== 0;
}

const luhnSum = (digits: string): number =>
  Array.from(digits)
    .toReversed()
    .reduce((sum, digit, place) => {
      const value = Number(digit) * (1 + (place % 2));
      return sum + Math.floor(value / 10) + (value % 10);
    }, 0);
