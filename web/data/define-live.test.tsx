import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { defineLive } from "./define-live.ts";

const KEY = ["figures"];
const channel = vi.hoisted(() => ({ join: () => {}, change: () => {} }));

vi.mock("./live.ts", () => ({
  useLive: (_source: unknown, onChange: () => void, onJoined: () => void) => {
    channel.join = onJoined;
    channel.change = onChange;
  },
}));

const useLiveFigures = defineLive(() => ({ table: "property_bids" as const, refetch: () => [KEY] }));

/** Figures whose answers come when the test says so. */
function openFigures() {
  const answers: ((figure: number) => void)[] = [];
  let drawn: number | undefined;
  function Figures() {
    const { data } = useQuery({
      queryKey: KEY,
      queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
    });
    useLiveFigures();
    drawn = data;
    return null;
  }
  render(
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
    },
    drawn: () => drawn,
  };
}

// Spec 5 §10: **Live**
test.each(["join", "change"] as const)(
  "a %s during the first fetch, which read before it, is followed by one more fetch",
  async (news) => {
    const { answer, drawn, isAsked } = openFigures();
    await isAsked(1);
    act(() => channel[news]());
    act(() => channel[news]());
    await answer(0, 6_000_000);
    await answer(1, 6_250_000);
    await waitFor(() => expect(drawn()).toBe(6_250_000));
    await isAsked(2);
  },
);
