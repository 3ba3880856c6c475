import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { createQueryClient } from "#data/query-client.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { LatestBookings } from "./latest-bookings.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const booking = (id: string, fine_id: string, amount_ore: number, file_id: string | null) => ({
  id,
  created_at: "2026-11-20T13:05:00Z",
  fine_id,
  amount_ore,
  method: file_id === null ? "swish" : "bankgiro",
  file_id,
  by_id: "admin01",
});

/** A site with two bookings on one case, whose table is asked for the latest alone. */
function serve(): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const address = new URL(input, "http://localhost");
    if (address.pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    asked.push(address);
    return address.pathname.endsWith("/payments")
      ? Response.json([booking("p2", "f1", -10_000, null), booking("p1", "f1", 70_000, "b1")])
      : Response.json([{ id: "f1", case_number: "12345674", plate: "ABC123" }]);
  });
  return asked;
}

test("the latest bookings say when, how much, how and by whom, and open their case", async () => {
  const asked = serve();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ActingContext value={ACTING_ADMIN}>
          <LatestBookings project="p1" />
        </ActingContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const rows = within(await screen.findByRole("list", { name: "Senast bokfört" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s/g, " "))).toEqual([
    "ABC 12312345674Belopp−100 krBokfört2026-11-20 14:05SättSwishAvadmin01",
    "ABC 12312345674Belopp700 krBokfört2026-11-20 14:05SättBankgiro, ur filAvadmin01",
  ]);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/p1/cases/12345674",
    "/p1/cases/12345674",
  ]);
  const [payments] = asked;
  expect(payments?.searchParams.get("limit")).toBe("20");
  expect(payments?.searchParams.get("fine_id")).toMatch(/^neq\./);
});
