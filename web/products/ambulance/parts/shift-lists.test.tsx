import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { WorkTurn } from "#data/work_turns/queries.ts";
import { Colleagues, LastShifts } from "./shift-lists.tsx";

afterEach(cleanup);

const shift = (user_id: string) =>
  ({
    id: user_id,
    user_id,
    name: null,
    started_at: "2026-11-22T09:00:00+00:00",
    ended_at: null,
    breaks: [],
  }) as unknown as WorkTurn;

// Spec rules §13: An employee starts
test("the colleagues on duty are listed, also when there are none or they cannot be fetched", async () => {
  const refetch = vi.fn<() => void>();
  const query = { data: undefined, error: null, isFetching: false, refetch };
  const { rerender } = render(<Colleagues query={{ ...query, error: new Error("no network") }} employeeId="ASE-001" />);
  expect(screen.getByText("Failed to fetch the shifts")).toBeDefined();
  await userEvent.click(screen.getByRole("button"));
  expect(refetch).toHaveBeenCalledOnce();
  rerender(<Colleagues query={{ ...query, data: [shift("ASE-001")] }} employeeId="ASE-001" />);
  expect(screen.getByText("Nobody else is on duty.")).toBeDefined();
  rerender(<Colleagues query={{ ...query, data: [shift("ASE-001"), shift("ASE-077")] }} employeeId="ASE-001" />);
  expect(screen.getAllByRole("listitem").map((line) => line.textContent)).toEqual([expect.stringMatching(/^ASE-077 /)]);
});

test.each([
  ["without any", [], "You have no shifts yet."],
  ["during the first", [shift("ASE-001")], "No finished shifts yet."],
])("an employee's last shifts %s", (_when, shifts, text) => {
  render(<LastShifts query={{ data: shifts, error: null, isFetching: false, refetch: () => undefined }} />);
  expect(screen.getByText(text)).toBeDefined();
});
