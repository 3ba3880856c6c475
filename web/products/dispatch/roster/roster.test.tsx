import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { Groups } from "./roster.tsx";
import { SPECIFIED_STATUSES } from "../rules/specified-statuses.ts";
import { useUnitEdits } from "./use-unit-edits.ts";
import { Board } from "../wall/wall.tsx";

afterEach(cleanup);

const unit = (id: string, operational_status: string): Unit => ({
  id,
  unit_number: `31-${id}`,
  location: "Malmö",
  status: "AVAILABLE",
  occupation: "Patrull",
  vehicle_type: "Volvo V90",
  operational_status,
  updated_at: "2026-11-22T09:00:00+00:00",
  status_since: "2026-11-22T09:00:00+00:00",
  checked_at: null,
  crew: "",
});
const units = [unit("1010", "ACTIVE"), unit("1020", "EXEMPT"), unit("1030", "STANDBY"), unit("1040", "MAINTENANCE")];

const nothing = () => undefined;
const noActions = {
  isAdding: false,
  isDeleting: () => false,
  cancel: () => Promise.resolve(),
  save: () => Promise.resolve(),
  add: () => Promise.resolve(),
  remove: nothing,
};
const noPresses = { last: undefined, isPressing: () => false, setStatus: nothing, check: nothing, undo: nothing };
const NO_CALLS = new Map();
const NO_LIMITS = new Map();

function Roster() {
  const edits = useUnitEdits();
  const keys = { tabStop: undefined, handleKey: nothing };
  return (
    <Groups
      {...{ units, edits, keys }}
      actions={noActions}
      presses={noPresses}
      limits={NO_LIMITS}
      alarmed={new Set()}
      calls={NO_CALLS}
      onHistory={nothing}
      onAssign={nothing}
      search={createRef<HTMLInputElement>()}
    />
  );
}

test("a row's status button names its unit, the status first", () => {
  render(<Roster />);
  expect(screen.getByRole("button", { name: "AVAILABLE, status of 31-1030" }).textContent).toBe("AVAILABLE");
});

test("a filter's count says which of its units are not in service", () => {
  render(<Roster />);
  expect(screen.getByRole("button", { name: "AVAILABLE 4 (1 STANDBY, 1 MAINTENANCE)" })).toBeDefined();
});

// Spec rules §9: Dispatch on a
test("a phone's list of statuses has the same counts, and shows the chosen one", async () => {
  render(<Roster />);
  const statuses = screen.getByRole("combobox", { name: "Filter by status" });
  expect([...statuses.querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual([
    "All 4",
    "AVAILABLE 4 (1 STANDBY, 1 MAINTENANCE)",
  ]);
  await userEvent.selectOptions(statuses, "AVAILABLE 4 (1 STANDBY, 1 MAINTENANCE)");
  expect(
    screen.getByRole("button", { name: "AVAILABLE 4 (1 STANDBY, 1 MAINTENANCE)" }).getAttribute("aria-pressed"),
  ).toBe("true");
});

test("the first filter has the focus when all units are shown again", async () => {
  render(<Roster />);
  await userEvent.type(screen.getByRole("searchbox"), "saknas");
  await userEvent.click(screen.getByRole("button", { name: "Show all units" }));
  expect(screen.getByRole("button", { name: "AVAILABLE, status of 31-1010" })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "All 4" }));
});

// Spec rules §9: A unit's status
test.each(["{Enter}", "{ArrowDown}"])(
  "%s in the search leads to the first unit found, where the keys work",
  async (key) => {
    render(<Roster />);
    await userEvent.type(screen.getByRole("searchbox"), `1030${key}`);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "AVAILABLE, status of 31-1030" }));
  },
);

// Spec rules §9: A unit on
test("the wall writes units out of service beside the status, and does not count them as free", () => {
  const statuses = SPECIFIED_STATUSES.filter(({ code }) => code === "AVAILABLE");
  render(
    <Board
      units={units}
      statuses={statuses}
      calls={[]}
      alarms={[]}
      waiting_limits={[]}
      room={{ columns: 1, rows: 9 }}
    />,
  );
  expect(screen.getByText("Free 2 of 2 on duty")).toBeDefined();
  const lines = screen
    .getAllByRole("listitem")
    .map((line) => [...line.children].slice(0, 3).map((each) => each.textContent));
  expect(lines[0]).toEqual(["Malmö"]);
  expect(lines[1]?.slice(0, 2)).toEqual(["31-1010", "AVAILABLE"]);
  expect(lines.slice(3)).toEqual([
    ["31-1030", "AVAILABLE", "STANDBY"],
    ["31-1040", "AVAILABLE", "MAINTENANCE"],
  ]);
  expect(screen.queryByText("EXEMPT")).toBeNull();
  expect(screen.queryByText("ACTIVE")).toBeNull();
});
