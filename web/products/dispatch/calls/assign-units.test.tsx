import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Call } from "#data/calls/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { SPECIFIED_STATUSES } from "../rules/specified-statuses.ts";
import { AssignUnits } from "./assign-units.tsx";

afterEach(cleanup);

const unit = (unit_number: string): Unit => ({
  id: unit_number,
  unit_number,
  location: "Malmö",
  status: "AVAILABLE",
  occupation: "Patrull",
  vehicle_type: "Volvo V90",
  operational_status: "ACTIVE",
  updated_at: "2026-11-22T09:00:00+00:00",
  status_since: "2026-11-22T09:00:00+00:00",
  checked_at: null,
  crew: "",
});
const units = ["31-1010", "31-1030", "31-1040", "32-1040"].map(unit);
const call = { id: "call", number: "2026-0142", units: [] as Call["units"] } as Call;

function draw() {
  const onAssign = vi.fn<(chosen: Unit[]) => void>();
  render(
    <AssignUnits
      {...{ call, units, onAssign }}
      calls={[]}
      statuses={SPECIFIED_STATUSES}
      minimums={[]}
      onClose={() => undefined}
    />,
  );
  return onAssign;
}

// Spec 5 §3: Calls: lists Open
test("units are found, chosen and sent without leaving the keys", async () => {
  const onAssign = draw();
  const user = userEvent.setup();
  const search = screen.getByRole("searchbox");
  expect(document.activeElement).toBe(search);
  await user.keyboard("1030{Enter}1010{Enter}");
  expect(onAssign).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(onAssign.mock.calls).toEqual([[[unit("31-1010"), unit("31-1030")]]]);
});

test("a search that fits several units chooses none, and Enter on a chosen unit sends", async () => {
  const onAssign = draw();
  const user = userEvent.setup();
  await user.keyboard("1040{Enter}");
  expect(screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
  await user.tab();
  await user.keyboard(" {Enter}");
  expect(onAssign.mock.calls).toEqual([[[unit("31-1040")]]]);
});
