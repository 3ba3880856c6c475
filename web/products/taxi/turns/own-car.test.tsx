import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActingContext, actingBy } from "#data/acting.ts";
import { createQueryClient } from "#data/query-client.ts";
import { OwnCar } from "./own-car.tsx";

const sounded: number[] = [];
class Sound {
  state = "suspended";
  currentTime = 0;
  destination = {};
  resume = async () => void (this.state = "running");
  createOscillator = () => {
    const tone = { frequency: { value: 0 }, connect: <T,>(to: T) => to, stop: () => undefined };
    return { ...tone, start: () => void sounded.push(1) };
  };
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: <T,>(to: T) => to,
  });
}

beforeEach(() => {
  sounded.length = 0;
  vi.stubGlobal("AudioContext", Sound);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const UNTIL = Date.parse("2026-11-27T02:00:00Z");
const MINUTE_MS = 60_000;
const turn = {
  id: "t1",
  vehicle_id: "v1",
  slot: 3,
  chauffeur_id: "britta",
  taken_at: "2026-11-26T13:00:00Z",
  start_km: null,
  until: "2026-11-27T02:00:00Z",
  extended_hours: 0,
  ended_at: null,
  ended_by: null,
  ended_by_id: null,
  reason: null,
  returned_at: null,
  end_km: null,
  km: null,
  km_is_estimated: false,
  gap_km: null,
};

const person = { ...actingBy("chauffeur"), kind: "chauffeur", id: "britta", site: "157715" } as const;
const drawn = (minutesLeft: number) => (
  <ActingContext value={person}>
    <QueryClientProvider client={client}>
      <OwnCar
        car={
          { slot: 3, state: "own", takenAt: turn.taken_at, turn, vehicle: { name: "Bil 3", plate: "ABC 12D" } } as never
        }
        warnMinutes={30}
        requests={[]}
        now={UNTIL - minutesLeft * MINUTE_MS}
        onLeave={() => undefined}
        onReport={() => undefined}
      />
    </QueryClientProvider>
  </ActingContext>
);
const client = createQueryClient();

// Spec 5 §4: Warnings 30 and 5 minutes
test("a turn that ends soon is told, and sounds twice where a press has allowed it", async () => {
  const { rerender } = render(drawn(31));
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.pointerDown(document.body);
  await Promise.resolve();
  rerender(drawn(30));
  expect(screen.getByRole("alert").textContent).toBe("Passet på Bil 3 avslutas 03:00.");
  const first = sounded.length;
  expect(first).toBeGreaterThan(0);
  rerender(drawn(29));
  expect(sounded).toHaveLength(first);
  rerender(drawn(5));
  expect(sounded).toHaveLength(2 * first);
});

const names = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

// Spec 5 §4: The own car
test("the own car has its plate, how long it is held, and what is done with it; four more hours at most", () => {
  vi.useFakeTimers({ now: UNTIL - 60 * MINUTE_MS, toFake: ["Date"] });
  const { rerender } = render(drawn(60));
  expect(screen.getByText("Din bil: Bil 3 · ABC 12D · 12 h")).toBeTruthy();
  expect(names()).toEqual(["Jag kör fortfarande", "Lämna bilen", "Rapportera skada"]);
  turn.extended_hours = 4;
  rerender(drawn(60));
  expect(names()).toEqual(["Lämna bilen", "Rapportera skada"]);
  turn.extended_hours = 0;
  vi.useRealTimers();
});
