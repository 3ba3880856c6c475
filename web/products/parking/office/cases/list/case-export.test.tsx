import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_FILTER } from "#data/fines/lists.ts";
import { presentToasts } from "#shared/feedback/toast.ts";
import { WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { CaseExport } from "./case-export.tsx";

const saved = vi.fn<(content: Blob) => string>(() => "blob:file");
const noted = vi.fn<(body: string) => void>();
beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockImplementation((content) => saved(content as Blob));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  saved.mockClear();
  noted.mockClear();
});

const row = (n: number) => ({
  id: `00000000-0000-0000-0000-${String(n).padStart(12, "0")}`,
  created_at: "2026-11-22T12:00:00+00:00",
  kind: "ticket",
  case_number: String(n).padStart(8, "0"),
  status: "issued",
  plate: "ABC 123",
  violation_text: "Parkerat",
  amount: 700,
  fee: 0,
  paid_ore: 0,
  left_ore: 70_000,
  issued_at: "2026-11-22T12:00:00+00:00",
});

/** A site with 1500 cases, whose second page is answered by `second`; returns the calls, in order. */
function serve(second: (signal: AbortSignal | null | undefined) => Promise<Response>, mayTake = true) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    asked.push(`${init?.method ?? "GET"} ${pathname.split("/").at(-1)}`);
    if (pathname.endsWith("record_access")) {
      noted(init?.body as string);
      return mayTake
        ? new Response(null, { status: 204 })
        : Response.json({ code: "42501", message: "no" }, { status: 403 });
    }
    if (init?.method === "HEAD") return new Response(null, { headers: { "content-range": "*/1500" } });
    if (searchParams.has("or")) return second(init?.signal);
    return Response.json(Array.from({ length: 1000 }, (_, n) => row(n)));
  });
  return asked;
}

async function start(search = "") {
  const told: string[] = [];
  presentToasts(({ kind, text }) => told.push(`${kind}: ${text.replaceAll(/\s/g, " ")}`));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CaseExport scope={{ project: "p1", list: "all", search, filter: NO_FILTER }} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Exportera CSV" }));
  return told;
}

test("all pages become one file, after the trail has noted the export", async () => {
  const asked = serve(() => Promise.resolve(Response.json(Array.from({ length: 500 }, (_, n) => row(n + 1000)))));
  const told = await start();
  await waitFor(() => expect(told).toEqual(["success: 1 500 ärenden exporterade"]));
  expect(asked).toEqual(["POST record_access", "HEAD fines", "GET fines", "GET fines"]);
  const text = (await saved.mock.calls[0]?.[0].text()) ?? "";
  expect(text.split("\r\n")).toHaveLength(1502);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Exportera CSV" }));
});

// Spec 4 §5: Exportera CSV (UTF-8
test.runIf(isWhole)("a site of more than a hundred thousand cases gets them all", WORKED_THROUGH, async () => {
  const rest = Array.from<ReturnType<typeof row>>({ length: 99_500 }).fill(row(1));
  const pages = [rest, [row(2)]];
  serve(() => Promise.resolve(Response.json(pages.shift() ?? [])));
  const told = await start();
  await waitFor(() => expect(told).toEqual(["success: 100 501 ärenden exporterade"]), WORKED_THROUGH);
  expect(saved).toHaveBeenCalledOnce();
});

// Spec 4 §5: Exportera CSV (UTF-8
test("a failure in the middle shows a message, and no half file is saved", async () => {
  serve(() => Promise.resolve(Response.json({ code: "57014", message: "late" }, { status: 500 })));
  const told = await start();
  await waitFor(() => expect(told).toEqual(["error: Kunde inte exportera ärenden. Ingen fil sparades."]));
  expect(saved).not.toHaveBeenCalled();
});

// Spec 4 §5: Exportera CSV (UTF-8
test("the progress is shown, and a stop saves no file", async () => {
  serve(
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      }),
  );
  const told = await start();
  await waitFor(() => expect(screen.getByText(/^1\s000 av 1\s500$/)).toBeTruthy());
  await userEvent.click(screen.getByRole("button", { name: "Avbryt" }));
  await waitFor(() => expect(told).toEqual(["info: Exporten avbröts. Ingen fil sparades."]));
  expect(saved).not.toHaveBeenCalled();
});

// Spec 4 §5: Exportera CSV (UTF-8
test("nothing is read when the trail does not note it", async () => {
  const asked = serve(() => Promise.reject(new TypeError("Failed to fetch")), false);
  const told = await start();
  await waitFor(() => expect(told).toHaveLength(1));
  expect(asked).toEqual(["POST record_access"]);
});

// Spec 4 §5: Exportera CSV (UTF-8
test("the trail does not keep a searched plate", async () => {
  serve(() => Promise.resolve(Response.json([])));
  const told = await start("tao98n");
  await waitFor(() => expect(told).toHaveLength(1));
  const [body = ""] = noted.mock.calls[0] ?? [];
  expect(JSON.parse(body)).toMatchObject({ access: "export", subject: "fines", details: { list: "all" } });
  expect(body).not.toContain("tao98n");
});
