/** Slots in the table: six columns, of which exactly one is true (document 2 §3). */
import { TAXI } from "#contract/limits.ts";
import type { Row } from "../live.ts";

/** The number of a slot, 1 to 6. */
export type Slot = 1 | 2 | 3 | 4 | 5 | 6;

/** All slots in order. */
export const SLOTS = Array.from({ length: TAXI.slots }, (_, index) => (index + 1) as Slot);

/** The columns of a registration that mark its slot. */
export type SlotColumns = Pick<
  Row<"vehicle_registrations">,
  "item_1" | "item_2" | "item_3" | "item_4" | "item_5" | "item_6"
>;

/** The columns of a slot: one true, five false. */
export const slotColumns = (slot: Slot): SlotColumns => ({
  item_1: slot === 1,
  item_2: slot === 2,
  item_3: slot === 3,
  item_4: slot === 4,
  item_5: slot === 5,
  item_6: slot === 6,
});

/** The slot that a row marks. The database holds exactly one (decisions §2); undefined for a row that breaks this. */
export const slotOf = (row: SlotColumns): Slot | undefined => SLOTS.find((slot) => row[`item_${slot}`]);
