import type { HoursRow } from "#data/vehicle_turns/hours.ts";
import { toCsv } from "#shared/format/csv.ts";
import { fleetTexts } from "./fleet-texts.ts";

const { columns, without } = fleetTexts.hoursPage;

/** Hours as pay offices read them: two decimals with a comma. */
export const hoursText = (hours: number): string => hours.toFixed(2).replace(".", ",");

/** The cells of a row, as the table and the file have them. */
export const cellsOf = ({ chauffeur, turns, hours, km, without_km: withoutKm }: HoursRow): string[] => [
  chauffeur ?? without,
  String(turns),
  hoursText(hours),
  String(km),
  String(withoutKm),
];

/** The file of a period. */
export const hoursCsv = (rows: readonly HoursRow[]): string =>
  toCsv([[columns.who, columns.turns, columns.hours, columns.km, columns.without], ...rows.map(cellsOf)]);
