import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { receiptQueries, type TimedParking } from "#data/parkings/receipts.ts";
import { ConfirmHost } from "#shared/feedback/confirm-host.tsx";
import { presentToasts, type ToastMessage } from "#shared/feedback/toast.ts";
import { ReceiptScreen } from "./receipt-screen.tsx";
import { ReceiptView } from "./receipt-view.tsx";

// The dialog's code, with a flag that says whether it was loaded.
const dialog = vi.hoisted(() => ({ isFetched: false }));
vi.mock("#shared/feedback/confirm-dialog.tsx", (importOriginal) => {
  dialog.isFetched = true;
  return importOriginal();
});

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, "share");
  vi.unstubAllGlobals();
});

const KEY = "a".repeat(22);
const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

const parking = (changes: Partial<TimedParking> = {}): TimedParking => ({
  ref_number: "ABC123",
  car_model: "Volvo V70",
  car_color: "Blå",
  street: "Kajen 1",
  site_name: null,
  start_time: inMinutes(-1),
  end_time: inMinutes(60),
  active: true,
  created_at: inMinutes(-1),
  latest_end: null,
  at: inMinutes(0),
  clockAhead: 0,
  ...changes,
});

const view = (changes?: Partial<TimedParking>) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <ReceiptView parking={parking(changes)} receiptKey={KEY} />
    </MemoryRouter>
  </QueryClientProvider>
);
const names = () => screen.queryAllByRole("button").map((button) => button.textContent);

/** Opens the page of the receipt. */
const open = (client: QueryClient) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/receipt/${KEY}`]}>
        <Routes>
          <Route path="/receipt/:receiptKey" element={<ReceiptScreen />} />
        </Routes>
      </MemoryRouter>
      <ConfirmHost />
    </QueryClientProvider>,
  );

/** Waits until the button of this name has the focus. */
const hasFocus = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name));

/** The toasts that come while `work` runs. */
async function toldBy(work: () => Promise<void>): Promise<ToastMessage[]> {
  const told: ToastMessage[] = [];
  const stop = presentToasts((message) => told.push(message));
  await work();
  stop();
  return told;
}

// Spec 4 §5: Visitor: after a
test("a new end is the shown state at once, before the page's clock has ticked", () => {
  const { rerender } = render(view());
  expect(screen.getByRole("status").textContent).toMatch(/^Gäller till /);
  expect(names()).toContain("Avsluta nu");
  const end = inMinutes(0.05);
  rerender(view({ end_time: end, at: end }));
  expect(screen.getByRole("status").textContent).toMatch(/^Avslutad /);
  expect(names()).toEqual(["Kopiera adressen"]);
});

// Spec 4 §5: Visitor: after a
test.each([
  [180, /^Här får bilen stå till [\d -]*\d\d:\d\d som längst\.$/],
  [60, /^Här får bilen stå till [\d -]*\d\d:\d\d som längst\.$/],
  [30, /^Den kan inte förlängas\.$/],
])("an hour of a parking that may last for %i minutes", (latest, told) => {
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
  render(view({ end_time: at(60), latest_end: at(latest) }));
  const region = screen.getByRole("region", { name: "Förläng" });
  expect(Array.from(region.querySelectorAll("p"), (line) => line.textContent)).toEqual([expect.stringMatching(told)]);
});

// Spec 4 §5: Visitor: after a
test("in the last ten minutes no reminder is offered, and the time left is shown", () => {
  render(view({ end_time: inMinutes(3.5) }));
  expect(screen.getByRole("region", { name: "Påminnelse" }).textContent).toBe("PåminnelseSlutar om 4 min.");
});

test("a day is not broken at its hyphens", () => {
  render(view({ end_time: inMinutes(36 * 60) }));
  const words = screen.getByRole("status");
  expect(words.textContent).toMatch(/^Gäller till \d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(words.querySelector(".whitespace-nowrap")!.textContent).toMatch(/^\d{4}-\d\d-\d\d$/);
});

// Spec 4 §5: Visitor: after a
test("the time left is the headline, with a bar, and half an hour more is the one filled button", () => {
  render(view({ start_time: inMinutes(-30), end_time: inMinutes(89.5) }));
  expect(screen.getByText("1 h 30 min kvar").className).toContain("text-[2.75rem]");
  const bar = screen.getByRole("meter", { name: "Tid kvar" });
  expect([bar.getAttribute("value"), bar.getAttribute("aria-valuetext")]).toEqual(["75", "1 h 30 min kvar"]);
  const filled = screen.getAllByRole("button").filter(({ className }) => className.split(" ").includes("bg-brand"));
  expect(filled.map(({ textContent }) => textContent)).toEqual(["+30 min"]);
});

test("the address of a receipt can be copied, and shared by the device", async () => {
  const shared: unknown[] = [];
  const share = (data: unknown) => Promise.resolve(shared.push(data));
  Object.defineProperty(navigator, "share", { configurable: true, value: share });
  const user = userEvent.setup();
  const address = `${window.location.origin}/receipt/${KEY}`;
  render(view());
  await user.click(screen.getByRole("button", { name: "Dela" }));
  expect(shared).toEqual([{ url: address }]);
  const told = await toldBy(() => user.click(screen.getByRole("button", { name: "Kopiera adressen" })));
  expect(await navigator.clipboard.readText()).toBe(address);
  expect(told.map(({ text }) => text)).toEqual(["Adressen är kopierad"]);
});

// Spec 4 §5: Visitor: after a
test("a parking that has ended leads to a new one, and a running one does not", () => {
  const { rerender } = render(view());
  expect(screen.queryByRole("link", { name: "Ny parkering" })).toBeNull();
  rerender(view({ end_time: inMinutes(-5) }));
  expect(screen.getByText("Står bilen kvar behöver du registrera en ny parkering.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ny parkering" }).getAttribute("href")).toBe("/");
});

// Spec 4 §5: Visitor: after a
test("without a network the page says from when its data is, that a change may have arrived, and offers another try", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const at = new Date(Date.now() - MINUTE_MS);
  client.setQueryData(receiptQueries.byKey(KEY).queryKey, parking({ at: at.toISOString() }), { updatedAt: 1 });
  open(client);
  await waitFor(() => expect(dialog.isFetched).toBe(true));
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /^Kunde inte hämta parkeringen – uppgifter från [\d -]*\d\d:\d\d/,
  );
  const told = await toldBy(async () => {
    await userEvent.click(screen.getByRole("button", { name: "+30 min" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "+30 min" }).getAttribute("aria-busy")).toBeNull());
  });
  expect(told).toEqual([
    {
      kind: "error",
      text: "Kunde inte förlänga parkeringen",
      options: {
        description: "Servern svarade inte, men ändringen kan ha kommit fram. Se sluttiden här när nätet är tillbaka.",
      },
    },
  ]);
});

// Spec 4 §5: Visitor: after a
test("after the end the focus is on the page's content, because the button is gone", async () => {
  let kept = parking();
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith("/config.json"))
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "x" });
    if (address.endsWith("/end_parking")) {
      // The server answers when the question is gone.
      await hasFocus("Avsluta nu");
      kept = { ...kept, end_time: inMinutes(0) };
    }
    return Response.json({ outcome: "found", parking: { ...kept, at: inMinutes(0) } });
  });
  open(new QueryClient());
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Avsluta nu" }));
  await user.click(await screen.findByRole("button", { name: "Avsluta" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/^Avslutad /));
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
});
