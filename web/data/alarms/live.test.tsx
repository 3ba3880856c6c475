import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Change, Row } from "../live.ts";
import { useLiveAlarms, withAlarm } from "./live.ts";
import { type Alarm, alarmQueries } from "./queries.ts";

const channel = vi.hoisted(() => ({ change: (_change: unknown) => {} }));

vi.mock("../live.ts", () => ({
  useLive: (_source: unknown, onChange: (change: unknown) => void) => {
    channel.change = onChange;
  },
}));

const alarm = (id: string, over: Partial<Alarm> = {}): Alarm => ({
  id,
  unit_id: `unit of ${id}`,
  unit_number: "31-1010",
  place: "Storgatan 4",
  raised_by: "op01",
  raised_at: `2026-11-28T08:00:0${id}Z`,
  acknowledged_by: null,
  acknowledged_at: null,
  ...over,
});
const HEARD = { acknowledged_by: "op02", acknowledged_at: "2026-11-28T08:01:00Z" };
const told = (eventType: "INSERT" | "UPDATE", row: Alarm, over: Partial<Row<"alarms">> = {}) =>
  ({
    eventType,
    new: { ...row, created_at: row.raised_at, cleared_by: null, cleared_at: null, outcome: null, note: "", ...over },
  }) as Change<"alarms">;
const deleted = (id: string) => ({ eventType: "DELETE", old: { id } }) as Change<"alarms">;

// Spec 5 §3: Three rising tones,
test.each([
  ["a new one, by its time", [alarm("2")], told("INSERT", alarm("1")), [alarm("1"), alarm("2")]],
  ["acknowledged", [alarm("1")], told("UPDATE", alarm("1", HEARD)), [alarm("1", HEARD)]],
  ["raised, told after its acknowledgement", [alarm("1", HEARD)], told("INSERT", alarm("1")), [alarm("1", HEARD)]],
  ["cleared", [alarm("1"), alarm("2")], told("UPDATE", alarm("1", HEARD), { cleared_at: "later" }), [alarm("2")]],
  ["deleted", [alarm("1"), alarm("2")], deleted("2"), [alarm("1")]],
] as const)("an alarm changes on the screen by what is told of it: %s", (_, before, change, after) => {
  expect(withAlarm(before, change)).toEqual(after);
});

test("an acknowledgement is seen although the fetch that it causes is not answered", async () => {
  let asked = 0;
  function Alarms() {
    const { data } = useQuery({
      queryKey: alarmQueries.open().queryKey,
      queryFn: () => (++asked === 1 ? [alarm("1")] : new Promise<Alarm[]>(() => undefined)),
    });
    useLiveAlarms();
    return <output>{data?.[0]?.acknowledged_by ?? "nobody"}</output>;
  }
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Alarms />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked).toBe(1));
  act(() => channel.change(told("UPDATE", alarm("1", HEARD))));
  await waitFor(() => expect(asked).toBe(2));
  expect(container.textContent).toBe("op02");
});
