import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Change, Row } from "../live.ts";
import { ActingContext } from "../acting.ts";
import type { Client } from "../client.ts";
import { useLiveAlarms } from "./live.ts";
import { useRecordAlarmEvent } from "./mutations.ts";
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
/** An alarm's whole row. */
const rowOf = (alarmOf: Alarm, over: Partial<Row<"alarms">> = {}): Row<"alarms"> => ({
  ...alarmOf,
  created_at: alarmOf.raised_at,
  cleared_by: null,
  cleared_at: null,
  outcome: null,
  note: "",
  ...over,
});
const told = (eventType: "INSERT" | "UPDATE", row: Alarm, over: Partial<Row<"alarms">> = {}) =>
  ({ eventType, new: rowOf(row, over) }) as Change<"alarms">;
const deleted = (id: string) => ({ eventType: "DELETE", old: { id } }) as Change<"alarms">;

const acknowledged = { outcome: "recorded", alarm: rowOf(alarm("1", HEARD)) };
/** A client whose calls are answered with an acknowledgement. */
const client = { rpc: () => ({ abortSignal: () => Promise.resolve({ data: acknowledged, error: null }) }) };
const person = {
  login: "operator",
  client: () => Promise.resolve(client as unknown as Client),
  kind: "operator",
  id: "op02",
  site: "721075",
} as const;

/** A list of alarms whose first fetch is answered with these, and no other. */
function openList(first: readonly Alarm[]) {
  let asked = 0;
  const on = { press: () => Promise.resolve() };
  function Alarms() {
    const { data } = useQuery({
      queryKey: alarmQueries.open().queryKey,
      queryFn: () => (++asked === 1 ? [...first] : new Promise<Alarm[]>(() => undefined)),
    });
    useLiveAlarms();
    const record = useRecordAlarmEvent();
    on.press = async () =>
      void (await record.mutateAsync({ alarmId: "1", eventId: "e1", kind: "acknowledged" }).catch(() => undefined));
    return <output>{data?.map((each) => `${each.id} ${each.acknowledged_by ?? "nobody"}`).join()}</output>;
  }
  const { container } = render(
    <ActingContext value={person}>
      <QueryClientProvider client={new QueryClient()}>
        <Alarms />
      </QueryClientProvider>
    </ActingContext>,
  );
  return {
    on,
    isAsked: (times: number) => waitFor(() => expect(asked).toBe(times)),
    shown: () => container.textContent,
  };
}

// Spec 5 §3: Three rising tones,
test.each([
  ["a new one, by its time", [alarm("2")], told("INSERT", alarm("1")), "1 nobody,2 nobody"],
  ["acknowledged", [alarm("1")], told("UPDATE", alarm("1", HEARD)), "1 op02"],
  ["raised, told after its acknowledgement", [alarm("1", HEARD)], told("INSERT", alarm("1")), "1 op02"],
  ["cleared", [alarm("1"), alarm("2")], told("UPDATE", alarm("1", HEARD), { cleared_at: "later" }), "2 nobody"],
  ["deleted", [alarm("1"), alarm("2")], deleted("2"), "1 nobody"],
] as const)(
  "an alarm changes as it is told, before the fetch that follows is answered: %s",
  async (_, first, change, shown) => {
    const list = openList(first);
    await list.isAsked(1);
    await waitFor(() => expect(list.shown()).not.toBe(""));
    act(() => channel.change(change));
    await list.isAsked(2);
    expect(list.shown()).toBe(shown);
  },
);

test("whoever acknowledges sees it by the answer to the press, before the fetch that follows", async () => {
  const list = openList([alarm("1")]);
  await waitFor(() => expect(list.shown()).toBe("1 nobody"));
  act(() => void list.on.press());
  await list.isAsked(2);
  await waitFor(() => expect(list.shown()).toBe("1 op02"));
});
