import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { PlateCheck } from "#data/plate_checks/mutations.ts";
import { PlateHistory } from "./plate-history.tsx";

afterEach(cleanup);

const answer = (over: Partial<PlateCheck> = {}): PlateCheck => ({
  outcome: "none",
  until: null,
  since: null,
  registered_at: null,
  parking: null,
  permit: null,
  similar: [],
  fines: [],
  parkings: [],
  checks: [],
  ...over,
});
const check = { id: "c1", outcome: "none" as const, checked_at: "2026-11-28T08:00:00Z" };
const NOTHING = "Inget tidigare de senaste 90 dagarna.";
const HERE = "Utan nät visas bara det som telefonen har om det senaste dygnet.";

test.each([
  ["the database, without events", {}, [NOTHING]],
  ["the database, with events", { checks: [check] }, []],
  ["the phone, without events", { toldAt: "2026-11-28T09:00:00Z" }, [HERE]],
  ["the phone, with events", { toldAt: "2026-11-28T09:00:00Z", checks: [check] }, [HERE]],
])("an answer of %s says how far its history goes", (_from, over, told) => {
  render(<PlateHistory answer={answer(over)} />);
  const said = [NOTHING, HERE].filter((text) => screen.queryByText(text) !== null);
  expect(said).toEqual(told);
});
