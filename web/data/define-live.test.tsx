import { QueryClient, QueryClientProvider, type QueryKey, useQuery } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { defineLive } from "./define-live.ts";
import { useLiveParkings } from "./parkings/live.ts";
import { parkingQueries } from "./parkings/queries.ts";
import { useLiveUnits } from "./units/live.ts";
import { unitQueries } from "./units/queries.ts";

const channel = vi.hoisted(() => ({ join: () => {}, change: (_change: unknown) => {} }));

vi.mock("./live.ts", () => ({
  useLive: (_source: unknown, onChange: (change: unknown) => void, onJoined: () => void) => {
    channel.join = onJoined;
    channel.change = onChange;
  },
}));

const FIGURES = ["figures"] as const;
const useLiveFigures = defineLive(() => ({ table: "property_bids" as const, refetch: () => [FIGURES] }));
const useLiveRoster = () => useLiveUnits(() => {});
const useLiveCounts = () => useLiveParkings("ostra-hamnen");

/** Figures that a hook keeps live, whose answers come when the test says so. */
function openFigures(queryKey: QueryKey, useLiveOnes: () => void) {
  const answers: ((figure: number) => void)[] = [];
  function Figures() {
    const { data } = useQuery({ queryKey, queryFn: () => new Promise<number>((resolve) => answers.push(resolve)) });
    useLiveOnes();
    return <output>{data}</output>;
  }
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Figures />
    </QueryClientProvider>,
  );
  const isAsked = (times: number) => waitFor(() => expect(answers).toHaveLength(times));
  return {
    isAsked,
    answer: async (at: number, figure: number) => {
      await isAsked(at + 1);
      act(() => answers[at]?.(figure));
      await waitFor(() => expect(container.textContent).toBe(String(figure)));
    },
    drawn: () => container.textContent,
  };
}

const join = () => act(() => channel.join());
const change = () => act(() => channel.change({ eventType: "DELETE", old: {} }));

// Spec 5 §10: **Live**
test.each([
  ["join", "figures", join, FIGURES, useLiveFigures],
  ["change", "figures", change, FIGURES, useLiveFigures],
  ["join", "a roster", join, unitQueries.roster().queryKey, useLiveRoster],
  ["join", "counts", join, [...parkingQueries.byEndOf("ostra-hamnen"), "counts"], useLiveCounts],
  ["change", "counts", change, [...parkingQueries.byEndOf("ostra-hamnen"), "counts"], useLiveCounts],
] as const)(
  "a %s during the first fetch of %s, which read before it, is followed by one more fetch",
  async (_news, _what, tell, queryKey, useLiveOnes) => {
    const { answer, drawn, isAsked } = openFigures(queryKey, useLiveOnes);
    await isAsked(1);
    tell();
    tell();
    await answer(0, 6_000_000);
    await answer(1, 6_250_000);
    await isAsked(2);
    expect(drawn()).toBe("6250000");
  },
);

// Spec 5 §10: **Live**
test("changes that come while counts are fetched again wait for the answer, and one more fetch follows it", async () => {
  const { answer, drawn, isAsked } = openFigures([...parkingQueries.byEndOf("ostra-hamnen"), "counts"], useLiveCounts);
  await answer(0, 84);
  change();
  await isAsked(2);
  change();
  change();
  await answer(1, 85);
  await answer(2, 87);
  await isAsked(3);
  expect(drawn()).toBe("87");
});
