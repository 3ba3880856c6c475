import type { DriverCase } from "#data/fines/look-up.ts";

/** Whether the driver is asked to pay here and now: not while an objection waits, nor once a collector asks. */
export const isPayable = ({ status, left_ore: left }: Pick<DriverCase, "status" | "left_ore">): boolean =>
  (status === "issued" || status === "reminded") && left > 0;
