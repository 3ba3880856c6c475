import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Session } from "#session/store.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { ReopenDialog } from "./case-dialogs.tsx";
import { MovePaymentDialog, PaymentDialog, UndoPaymentDialog } from "./money-dialogs.tsx";
import { AcceptDialog, RecipientDialog, RejectDialog } from "./people-dialogs.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fine = {
  id: "00000000-0000-4000-8000-000000000001",
  status: "paid",
  last_event: "00000000-0000-4000-8000-000000000002",
  left_ore: 0,
  paid_ore: 70_000,
  amount: 700,
  events: [{ id: "p1", kind: "payment", data: { amount_ore: 70_000, value_date: "2026-11-02" } }],
  payments: [{ id: "p1", amount_ore: 70_000, value_date: "2026-11-02", file_id: null, part_of: null }],
} as unknown as WholeCase;
const session = { userId: "admin01" } as unknown as Session;

/** Opens a dialog of the case; returns what it sends. */
function open(Dialog: typeof RecipientDialog, of: Partial<WholeCase> = {}): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    if (String(input).endsWith("/config.json"))
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    if (init?.method !== "POST") return Response.json([{ small_balance: 1 }]);
    sent.push((JSON.parse(init?.body as string) as { data: unknown }).data);
    return Response.json({ outcome: "recorded" });
  });
  const close = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActingContext value={ACTING_ADMIN}>
        <Dialog fine={{ ...fine, ...of }} session={session} onClose={close} />
      </ActingContext>
    </QueryClientProvider>,
  );
  return sent;
}

// Spec 4 §4: A payment is
// Spec 4 §3: left = amount
// Spec 4 §3: Times timestamptz; a
test("a payment by hand is removed from the day on which it came", async () => {
  const sent = open(UndoPaymentDialog);
  expect(screen.getByRole("dialog", { name: "Ta bort felregistrerad betalning?" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Ta bort betalning" }));
  await vi.waitFor(() => expect(sent).toEqual([{ amount_ore: 70_000, value_date: "2026-11-02" }]), PATIENCE);
});

test("a file's payment is moved back, with a choice when the case has several", async () => {
  const payments = [
    { id: "r1", amount_ore: 70_000, value_date: "2026-11-02", file_id: "f1", part_of: null },
    { id: "r2", amount_ore: 5000, value_date: "2026-11-03", file_id: "f1", part_of: "r0" },
  ] as WholeCase["payments"];
  const sent = open(MovePaymentDialog, { payments });
  await userEvent.click(screen.getByRole("button", { name: "Ta tillbaka betalning" }));
  expect(await screen.findByText("Välj vilken betalning")).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText(/Betalning/), "r2");
  await userEvent.click(screen.getByRole("button", { name: "Ta tillbaka betalning" }));
  await vi.waitFor(() => expect(sent).toEqual([{ payment_id: "r2" }]), PATIENCE);
});

test("money of the reminder's own day is proposed without the fee, and with it from the next day on", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00Z"), shouldAdvanceTime: true });
  try {
    const reminded = { id: "e1", kind: "reminded", at: "2026-11-20T08:00:00Z", data: { fee: 60 } };
    const of = { status: "reminded", amount: 700, fee: 60, paid_ore: 0, left_ore: 76_000 } as const;
    const events = [reminded] as unknown as WholeCase["events"];
    open(PaymentDialog, { ...of, events, payments: [] });
    const amount = screen.getByRole<HTMLInputElement>("textbox", { name: /^Belopp/ });
    expect(amount.value).toBe("700");
    cleanup();
    vi.setSystemTime(new Date("2026-11-21T12:00:00Z"));
    open(PaymentDialog, { ...of, events, payments: [] });
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Belopp/ }).value).toBe("760");
  } finally {
    vi.useRealTimers();
  }
});

const owed = { status: "issued", amount: 700, fee: 0, paid_ore: 0, left_ore: 70_000, events: [] } as const;

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test("a payment shows the driver's text once the typed amount settles the case, including a small balance that the site accepts", async () => {
  open(PaymentDialog, { ...owed, events: [] });
  expect(await screen.findByText("Föraren läser: Boten är betald.")).toBeDefined();
  const amount = screen.getByRole("textbox", { name: /^Belopp/ });
  await userEvent.clear(amount);
  await userEvent.type(amount, "698,99");
  expect(screen.queryByText(/Föraren läser/)).toBeNull();
  await userEvent.clear(amount);
  await userEvent.type(amount, "699");
  expect(screen.getByText("Föraren läser: Boten är betald.")).toBeDefined();
});

test("the removal of a payment shows the driver's text, and so does the rejection of a case that is nearly paid", async () => {
  open(UndoPaymentDialog, {
    ...owed,
    status: "paid",
    paid_ore: 70_000,
    left_ore: 0,
    events: fine.events,
    payments: fine.payments,
  });
  expect(await screen.findByText("Föraren läser: Boten är inte betald.")).toBeDefined();
  cleanup();
  const paid = { paid_ore: 69_900, left_ore: 100, events: [], objections: [] };
  open(RejectDialog, { ...owed, status: "disputed", ...paid });
  expect(await screen.findByText("Föraren läser: Boten är betald.")).toBeDefined();
  cleanup();
  open(ReopenDialog, { ...owed, status: "withdrawn", ...paid });
  expect(await screen.findByText("Föraren läser: Boten är betald.")).toBeDefined();
});

test("the first recipient has other words than a change of it", () => {
  open(RecipientDialog, { recipients: [] });
  expect(screen.getByRole("button", { name: "Ange mottagare" })).toBeDefined();
});

// Spec 4 §4: While a case
// Spec 4 §4: A fee counts
// Spec 4 §4: A changed recipient
test("a recipient without an address is refused with a message", async () => {
  const sent = open(RecipientDialog, { recipients: [{ name: "Bo Ek" }] as WholeCase["recipients"] });
  await userEvent.selectOptions(screen.getByLabelText(/Roll/), "owner");
  await userEvent.type(screen.getByLabelText(/Namn/), "Åsa Berg");
  await userEvent.click(screen.getByRole("button", { name: "Byt mottagare" }));
  expect(await screen.findByText("Välj roll och skriv namn och adress")).toBeDefined();
  await userEvent.type(screen.getByLabelText(/Adress/), "Gatan 1");
  await userEvent.click(screen.getByRole("button", { name: "Byt mottagare" }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ name: "Åsa Berg", address: "Gatan 1" }]), PATIENCE);
});

// Spec 4 §5: Bestridna is a
test.each([
  ["Godkänn bestridande", AcceptDialog],
  ["Avslå bestridande", RejectDialog],
])("%s says whether the decision goes by mail, and where", async (_name, Dialog) => {
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    return Response.json(pathname.endsWith("is_mail_set_up") ? true : [{ due_days: 30 }]);
  });
  const objections = [
    { decision: null, email: "asa@example.se" },
    { decision: "rejected", email: "bo@example.se" },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActingContext value={ACTING_ADMIN}>
        <Dialog fine={{ ...fine, objections } as WholeCase} session={session} onClose={() => undefined} />
      </ActingContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Beslutet skickas till asa@example.se när du sparar.")).toBeDefined();
});
