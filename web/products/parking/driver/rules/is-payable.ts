import type { DriverCase } from "#data/fines/look-up.ts";

/** Whether the driver should pay here now: not while an objection waits, and not at a debt collector. */
export const isPayable = ({ status, left_ore: left }: Pick<DriverCase, "status" | "left_ore">): boolean =>
  (status === "issued" || status === "reminded") && left > 0;
