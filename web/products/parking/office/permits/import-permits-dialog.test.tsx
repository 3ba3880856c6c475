import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { NewPermit } from "#data/permits/mutations.ts";
import { presentToasts } from "#shared/feedback/toast.ts";
import { ImportPermitsDialog } from "./import-permits-dialog.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A network that loses the answer of the first import, at a site where DEF 456 has a permit. Returns what was sent. */
function loseFirstAnswer() {
  const sent: NewPermit[][] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: { body?: string }) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    if (!pathname.endsWith("add_permits")) return Response.json([{ plate_key: "DEF456" }]);
    sent.push((JSON.parse(init?.body ?? "") as { permits: NewPermit[] }).permits);
    if (sent.length === 1) throw new TypeError("Failed to fetch");
    return Response.json({ code: "23505", message: "duplicate key", details: null, hint: null }, { status: 409 });
  });
  return sent;
}

async function choose(text: string, name = "tillstand.csv") {
  const seen = { toasts: [] as string[], closed: 0 };
  presentToasts(({ kind, text: told }) => seen.toasts.push(`${kind}: ${told}`));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportPermitsDialog project="p1" userId="admin01" onClose={() => (seen.closed += 1)} />
    </QueryClientProvider>,
  );
  await userEvent.upload(screen.getByLabelText("Fil"), new File([text], name, { type: "text/csv" }));
  return seen;
}

const press = (name: RegExp) => userEvent.click(screen.getByRole("button", { name }));
const double = () => screen.getByLabelText<HTMLInputElement>("Lägg till även dem som redan har tillstånd");

// Spec 4 §5: Tillstånd: list, search,
test("an import with a lost answer is sent again unchanged, and is stored once", async () => {
  const sent = loseFirstAnswer();
  const seen = await choose("ABC123,Åsa\nDEF456,Örn\n---,x\n");
  await screen.findByText("1 av 3 rader läggs till.");
  await userEvent.click(double());
  expect(screen.getByText("2 av 3 rader läggs till.")).toBeTruthy();
  await press(/^Lägg till 2 tillstånd/);
  await waitFor(() =>
    expect(seen.toasts).toEqual([
      "error: Kunde inte lägga till tillstånden, eller så kom svaret bort. Försök igen: de läggs bara till en gång.",
    ]),
  );
  expect(double().disabled).toBe(true);
  await press(/^Lägg till 2 tillstånd/);
  await waitFor(() => expect(seen.closed).toBe(1));
  expect(seen.toasts.at(-1)).toBe("success: 2 tillstånd är tillagda");
  expect(sent[0]?.map(({ plate, created_by }) => `${plate} ${created_by}`)).toEqual([
    "ABC123 admin01",
    "DEF456 admin01",
  ]);
  expect(sent[1]).toEqual(sent[0]);
});

test("an unknown column is named, and nothing is added before it is confirmed", async () => {
  const sent = loseFirstAnswer();
  await choose("Regnr;Slutar\nABC123;2026-12-31\n");
  expect(await screen.findByText(/läses inte: ”Slutar”/)).toBeTruthy();
  const add = screen.getByRole<HTMLButtonElement>("button", { name: /^Lägg till 1 tillstånd/ });
  expect(add.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText("Läs in utan de kolumnerna"));
  await userEvent.click(add);
  await waitFor(() => expect(sent).toHaveLength(1));
});

// Spec 4 §5: Tillstånd: list, search,
test.each([
  ["", "Filen har inga rader."],
  ["PK\u0003\u0004 a workbook", "Det här är ingen CSV-fil. Spara den som CSV i ditt program."],
  ["a;b\n".repeat(200_000), "Filen är för stor. Dela den i filer om högst 500 kB."],
])("a file that cannot be read gives a message at its field, and nothing can be sent", async (text, told) => {
  loseFirstAnswer();
  await choose(text);
  expect(await screen.findByText(told)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Lägg till 0 tillstånd" }).disabled).toBe(true);
});
