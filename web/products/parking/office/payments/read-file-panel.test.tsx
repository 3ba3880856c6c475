import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import type { BankColumns } from "#data/payment_files/columns.ts";
import type { BankFileMessage } from "./bank-file.worker.ts";
import { ReadFilePanel } from "./read-file-panel.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const COLUMNS: BankColumns = { headers: ["Dag", "Kr", "Text"], date: 0, amount: 1, reference: [2], payer: -1, key: -1 };

test("columns chosen for an old file, fifty files back and more, are still known", async () => {
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const { pathname, searchParams } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    // The newest files have a layout that needs no columns.
    return Response.json(searchParams.get("select") === "columns" ? [{ columns: COLUMNS }] : []);
  });
  const asked: BankFileMessage[] = [];
  vi.stubGlobal(
    "Worker",
    class {
      addEventListener() {}
      terminate() {}
      postMessage(message: BankFileMessage) {
        asked.push(message);
      }
    },
  );
  const picked = { id: "b1", file: new File(["Dag;Kr;Text"], "bank.csv") };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActingContext value={ACTING_ADMIN}>
        <ReadFilePanel project="p1" picked={picked} onPick={() => undefined} />
      </ActingContext>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked.map(({ reading }) => reading.kept)).toEqual([[COLUMNS]]));
  // The bank's own file is räkenskapsinformation, which has to last longer than names here do (bokföringslagen 7:2).
  expect(screen.getByText(/Spara filen i sju år/)).toBeDefined();
});
