import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { useManyEvents } from "./use-many-events.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server that answers each call by `answers`, in order; returns the keys of the events that it got. */
function serve(answers: readonly ("lost" | "recorded")[]): string[] {
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    if (String(input).endsWith("/config.json"))
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    const { events } = JSON.parse(init?.body as string) as { events: { event_id: string; fine_id: string }[] };
    const [event] = events;
    keys.push(event?.event_id ?? "");
    if (answers[keys.length - 1] === "lost") return Response.json({ code: "XX000", message: "" }, { status: 500 });
    return Response.json({
      outcome: "recorded",
      results: [{ ...event, outcome: "recorded", case_number: "10000008" }],
    });
  });
  return keys;
}

// Spec 4 §5: Exportera CSV (UTF-8
test("an event keeps its key until it is answered; a press after that is another event", async () => {
  const keys = serve(["lost", "recorded", "recorded"]);
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  const { result } = renderHook(() => useManyEvents({ project: "ostra-hamnen", kind: "exported" }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <ActingContext value={ACTING_ADMIN}>{children}</ActingContext>
      </QueryClientProvider>
    ),
  });
  const press = () => act(async () => void (await result.current.run([{ fineId: "1", expectedEvent: "2" }])));
  await press();
  await press();
  await press();
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});
