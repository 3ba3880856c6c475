import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { NewPermit } from "#data/permits/mutations.ts";
import { presentToasts } from "#shared/feedback/toast.ts";
import { AddPermitDialog } from "./add-permit-dialog.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A network that loses the answer of the first permit; keys behave as in the table API. */
function loseFirstAnswer() {
  const rows: NewPermit[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: { method?: string; body?: string }) => {
    const address = new URL(input, "http://localhost");
    if (address.pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    if (init?.method !== "POST") {
      const id = address.searchParams.get("id")?.replace("eq.", "");
      const found = rows.filter((row) => row.id === id);
      // Moments as the database writes them.
      return Response.json(found.map((row) => ({ ...row, valid_from: row.valid_from.replace(".000Z", "+00:00") })));
    }
    const sent = JSON.parse(init.body ?? "") as NewPermit;
    if (rows.some(({ id }) => id === sent.id))
      return Response.json({ code: "23505", message: "duplicate key", details: null, hint: null }, { status: 409 });
    rows.push(sent);
    if (rows.length === 1) throw new TypeError("Failed to fetch");
    return new Response(null, { status: 201 });
  });
  return rows;
}

const add = () => userEvent.click(screen.getByRole("button", { name: "Lägg till tillstånd" }));
const plate = () => screen.getByLabelText<HTMLInputElement>("Registreringsnummer");

function draw() {
  const seen = { toasts: [] as string[], closed: 0 };
  presentToasts(({ kind, text }) => seen.toasts.push(`${kind}: ${text}`));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddPermitDialog project="p1" userId="admin01" onClose={() => (seen.closed += 1)} />
    </QueryClientProvider>,
  );
  return seen;
}

test("a permit that is sent again unchanged is added once, and the message says so", async () => {
  const rows = loseFirstAnswer();
  const seen = draw();
  await userEvent.type(plate(), "TAO 98N");
  await add();
  await waitFor(() => expect(seen.toasts).toEqual(["error: Kunde inte lägga till tillståndet"]));
  await add();
  await waitFor(() => expect(seen.closed).toBe(1));
  expect(seen.toasts.at(-1)).toBe("success: Tillståndet är tillagt");
  expect(rows).toHaveLength(1);
});

// Spec 4 §5: Tillstånd: list, search,
// Spec 4 §3: permits: plate, plate_key,
test("a permit that was changed after a lost answer does not count as added, and gets a new key", async () => {
  const rows = loseFirstAnswer();
  const seen = draw();
  await userEvent.type(plate(), "TAO 98N");
  await add();
  await waitFor(() => expect(seen.toasts).toHaveLength(1));
  await userEvent.clear(plate());
  await userEvent.type(plate(), "TAO 98M");
  await add();
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toMatch(/^Tillståndet är redan tillagt som du skrev/),
  );
  expect([plate().value, seen.closed, seen.toasts.length, rows.length]).toEqual(["TAO 98M", 0, 1, 1]);
  await add();
  await waitFor(() => expect(seen.closed).toBe(1));
  expect(rows.map((row) => row.plate)).toEqual(["TAO 98N", "TAO 98M"]);
});
