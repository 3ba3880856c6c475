import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import { addDays, formatLongDate, toDateValue } from "#shared/format/dates.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { ReminderDialog, ReopenDialog } from "./case-dialogs.tsx";
import { RejectDialog } from "./people-dialogs.tsx";
import type { CaseAt } from "../../case/use-case-event.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fine = {
  id: "f1",
  project_id: "p1",
  last_event: "e1",
  status: "issued",
  left_ore: 70_000,
  objections: [] as WholeCase["objections"],
} as WholeCase;
const session = { userId: "admin01" } as CaseAt["session"];

test.each([
  ["Påminn", ReminderDialog],
  ["Öppna igen", ReopenDialog],
  ["Avslå bestridande", RejectDialog],
])("%s proposes a last day as far away as the site says", async (_name, Dialog) => {
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    return Response.json([{ due_days: 30 }]);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActingContext value={ACTING_ADMIN}>
        <Dialog fine={fine} session={session} onClose={() => undefined} />
      </ActingContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(formatLongDate(addDays(toDateValue(new Date()), 30)))).toBeTruthy();
});
