import type { UnitStatus } from "#data/unit_statuses/queries.ts";

const status = (
  code: string,
  meaning: UnitStatus["meaning"],
  color: UnitStatus["color"],
  sign: UnitStatus["sign"],
): UnitStatus => ({ code, name: code, color, sign, meaning, check_after: null, overdue_after: null });

/** The six statuses of document 2 §4 as they begin: screens draw them until the kept list is fetched. */
export const SPECIFIED_STATUSES: readonly UnitStatus[] = [
  status("EXEMPT", "off_duty", "grey", "ring"),
  status("CIVILBIL", "free", "violet", "square"),
  status("Radiobil", "free", "violet", "square"),
  status("AVAILABLE", "free", "green", "disc"),
  status("BUSY", "busy", "amber", "triangle"),
  status("OUT_OF_SERVICE", "off_duty", "red", "diamond"),
];

/** Whether the code and the name of a status stay (document 5 §3). */
export const isSpecified = (code: string): boolean => SPECIFIED_STATUSES.some((each) => each.code === code);
