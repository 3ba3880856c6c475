import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteStatistics } from "#data/site_statistics/queries.ts";
import { presentToasts } from "#shared/feedback/toast.ts";
import { Drawn } from "./drawn.tsx";
import { fileRows } from "./rules/cells.ts";
import { tablesOf } from "./rules/tables.ts";
import { StatisticsSection } from "./statistics-section.tsx";

const saved = vi.fn<(content: Blob) => string>(() => "blob:file");
beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockImplementation((content) => saved(content as Blob));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  saved.mockClear();
});

const period = { first: "2026-11-16", last: "2026-11-29" };
const statistics: SiteStatistics = {
  today: "2026-11-26",
  weeks: [
    ["2026-11-16", "issued", "", 2, 140_000],
    ["2026-11-23", "issued", "", 1, 90_050],
    ["2026-11-23", "money", "paid", 2, 80_000],
    ["2026-11-23", "money", "refunded", 1, -10_000],
    ["2026-11-16", "payments", "within", 1, 0],
    ["2026-11-16", "payments", "not", 1, 0],
    ["2026-11-23", "objections", "rejected", 3, 0],
  ],
  totals: [
    ["violations", "v1", 2, 140_000],
    ["violations", "other", 1, 90_050],
    ["places", "=Hamngatan", 2, 140_000],
    ["places", "", 1, 90_050],
    ["places", null, 5, 350_000],
    ["hours", "167", 3, 230_050],
    ["templates", "rejected:t1", 2, 0],
    ["templates", "rejected:own", 1, 0],
  ],
  left: [["month", 1, 60_050]],
  violations: { v1: "P1 Parkerat på gångbana" },
  templates: { t1: "Boten står fast" },
};

const words = (text: string | null) => (text ?? "").replaceAll(/\s/g, " ");
function cellsOf(title: string, of = statistics) {
  cleanup();
  const table = tablesOf(of, period).find((each) => each.title === title);
  if (table === undefined) throw new Error(`no table ${title}`);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StatisticsSection table={table} project="p1" period={period} />
    </QueryClientProvider>,
  );
  const rows = within(screen.getByRole("table", { name: title })).getAllByRole("row");
  return rows.map((row) => [...row.children].map(({ textContent }) => words(textContent)));
}

// Spec rules §6: Statistics equal
test("each chart has a table with its weeks, its kronor and its sums", () => {
  expect(cellsOf("Kronor per vecka")).toEqual([
    ["Vecka", "Utfärdat", "Betalt", "Återbetalt"],
    ["2026 v. 47", "1 400 kr", "0 kr", "0 kr"],
    ["2026 v. 48", "900,50 kr", "800 kr", "100 kr"],
    ["Summa", "2 300,50 kr", "800 kr", "100 kr"],
  ]);
  expect(cellsOf("Obetalt just nu")[2]).toEqual(["1–30 dagar sedan", "600,50 kr", "1"]);
  expect(cellsOf("Betalt inom 30 dagar, per vecka").slice(1)).toEqual([
    ["2026 v. 47", "2", "1", "50 %"],
    ["2026 v. 48", "0", "0", "–"],
    ["Summa", "2", "1", "–"],
  ]);
  expect(screen.queryByText("Böter från och med 2026 v. 47 har ännu tid på sig.")).not.toBeNull();
});

// Spec rules §6: Statistics equal
test("violations, places, hours, objections and templates have tables of their own", () => {
  const names = (title: string) => cellsOf(title).map(([name]) => name);
  expect(names("Per överträdelse")).toEqual(["Överträdelse", "P1 Parkerat på gångbana", "Övrigt", "Summa"]);
  expect(names("Per plats")).toEqual(["Gata", "=Hamngatan", "Ingen gata", "Övriga", "Summa"]);
  const hours = cellsOf("Per timme i veckan");
  expect(hours).toHaveLength(26);
  expect(hours[24]).toEqual(["23:00", "0", "0", "0", "0", "0", "0", "3"]);
  expect(cellsOf("Bestridanden och hur de slutade, per vecka").at(-1)).toEqual(["Summa", "0", "3", "0", "0"]);
  expect(names("Svar per mall")).toEqual(["Mall", "Avslaget: Boten står fast", "Avslaget: Egen text", "Summa"]);
});

// Spec rules §6: Statistics equal
test("each row of a file has a cell for each head", () => {
  for (const table of tablesOf(statistics, period)) {
    const [head = [], ...rows] = fileRows(table);
    expect([table.key, ...new Set(rows.map(({ length }) => length))]).toEqual([table.key, head.length]);
  }
});

test("a table without rows says so, and cannot be exported", () => {
  const none = { ...statistics, weeks: [], totals: [], left: [] };
  const table = tablesOf(none, period)[0];
  if (table === undefined) throw new Error("no table");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StatisticsSection table={table} project="p1" period={period} />
    </QueryClientProvider>,
  );
  expect(screen.queryByText("Ingenting under perioden.")).not.toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

/** Presses the export of the places, and gives the notes of the trail and the toast. */
async function exportPlaces(mayTake: boolean) {
  const told: string[] = [];
  const noted: unknown[] = [];
  presentToasts(({ kind, text }) => told.push(`${kind}: ${text}`));
  vi.stubGlobal("fetch", (input: string | URL, init?: RequestInit) => {
    if (new URL(input, "http://localhost").pathname === "/config.json")
      return Promise.resolve(Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" }));
    noted.push(JSON.parse(init?.body as string));
    return Promise.resolve(
      mayTake ? new Response(null, { status: 204 }) : Response.json({ code: "42501", message: "no" }, { status: 403 }),
    );
  });
  cellsOf("Per plats");
  await userEvent.click(screen.getByRole("button", { name: "Exportera CSV: Per plats" }));
  await waitFor(() => expect(told).toHaveLength(1));
  return { told: told[0], noted };
}

test("a table is saved after the trail has noted it, without a formula", async () => {
  const { told, noted } = await exportPlaces(true);
  expect(noted).toEqual([
    { access: "export", subject: "fines", project: "p1", details: { statistics: "places", ...period } },
  ]);
  expect(told).toBe("success: Per plats exporterat");
  const lines = ((await saved.mock.calls[0]?.[0].text()) ?? "").trim().split("\r\n");
  expect(lines).toEqual(["Gata;Böter;Belopp (kr)", "'=Hamngatan;2;1400,00", "Ingen gata;1;900,50", "Övriga;5;3500,00"]);
});

test("a table is not saved when the note is refused", async () => {
  const { told } = await exportPlaces(false);
  expect(told).toMatch(/^error: Kunde inte exportera statistiken\. Ingen fil sparades\./);
  expect(saved).not.toHaveBeenCalled();
});

// Spec rules §6: Statistics equal
test("a picture has three lines at most, an axis in kronor or rows, and is named after its table", () => {
  const first = tablesOf(statistics, period).map((table) => {
    cleanup();
    render(<Drawn table={table} width={600} height={300} em={14} />);
    const picture = screen.getByRole("img", { name: `Diagram: ${table.title}. Samma siffror finns i tabellen.` });
    expect(picture.querySelectorAll(".visx-linepath").length).toBeLessThanOrEqual(3);
    return words(picture.querySelector("text")?.textContent ?? "");
  });
  expect(first).toEqual([
    "kr",
    "Inte förfallet: 0 kr",
    "procent",
    "P1 Parkerat på gångbana: 2",
    "=Hamngatan: 2",
    "Måndag",
    "antal",
    "Avslaget: Boten står fast: 2",
  ]);
});

test.each([
  [600, "Måndag"],
  [340, "Mån"],
  [200, "M"],
])("a picture of %i px has as much of a day's name as there is room for; its table has the whole", (width, day) => {
  const table = tablesOf(statistics, period).find(({ key }) => key === "hours");
  if (table === undefined) throw new Error("no hours");
  render(<Drawn table={table} width={width} height={450} em={14} />);
  expect(screen.getByRole("img").querySelector("text")?.textContent).toBe(day);
  expect(cellsOf(table.title)[0]?.slice(0, 2)).toEqual(["Timme", "Måndag"]);
});
