import { expect, test } from "vitest";
import type { TurnRow } from "#data/work_turns/queries.ts";
import { colleaguesOf } from "./shifts.ts";

test("one's own shift is separated from the colleagues', letter for letter", () => {
  const all = ["ASE-002", "ASE-001", "ase-001"].map((id) => ({ id, user_id: id }) as TurnRow);
  expect(colleaguesOf(all, "ASE-001")).toEqual([all[0], all[2]]);
});
