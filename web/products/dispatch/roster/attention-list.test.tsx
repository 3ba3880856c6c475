import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { SPECIFIED_STATUSES } from "../rules/specified-statuses.ts";
import { AttentionList } from "./attention-list.tsx";

afterEach(cleanup);

const LONG_AGO = "2026-01-01T00:00:00Z";
const unit = { id: "1", unit_number: "31-1010", status: "BUSY", status_since: LONG_AGO, checked_at: null } as Unit;

// Spec rules §9: No press of
test.each([
  [1, 1],
  [2, 0],
])("click %i of a double one presses Checked %i times", (detail, times) => {
  const check = vi.fn<(of: Unit) => void>();
  const limits = new Map(SPECIFIED_STATUSES.map((status) => [status.code, { ...status, overdue_after: 1 }]));
  render(<AttentionList units={[unit]} limits={limits} presses={{ check, isPressing: () => false }} />);
  fireEvent.click(screen.getByRole("button", { name: "Checked 31-1010" }), { detail });
  expect(check).toHaveBeenCalledTimes(times);
});
