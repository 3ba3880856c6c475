import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { noteAnswer } from "#shared/feedback/failed-request.ts";
import { StateView, type StateQuery } from "./state-view.tsx";

afterEach(cleanup);

function show(query: Partial<StateQuery<string[] | null>>) {
  const refetch = vi.fn<() => void>();
  render(
    <StateView
      query={{ data: undefined, error: null, isFetching: false, refetch, ...query }}
      loading="Laddar"
      failed={(error) => `Kunde inte hämta: ${(error as Error).message}`}
      empty="Inga rader"
    >
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
      )}
    </StateView>,
  );
  return refetch;
}

const lost = new Error("nätet");

test.each([
  ["on its way", {}, "Laddar"],
  ["empty", { data: [] }, "Inga rader"],
  ["no row", { data: null }, "Inga rader"],
  ["filled", { data: ["a", "b"] }, "ab"],
])("%s", (_state, query, text) => {
  show(query);
  expect(document.body.textContent).toBe(text);
});

test("failed: the text is spoken, and there is a way to try again", async () => {
  const refetch = show({ error: lost });
  expect(screen.getByRole("alert").textContent).toContain("Kunde inte hämta: nätet");
  await userEvent.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(refetch).toHaveBeenCalledOnce();
});

const answer = (status: number, id?: string) => ({
  status,
  headers: new Headers(id === undefined ? {} : { "x-request-id": id }),
});

// Spec rules §11: A request has
test("failed at the server: the ID in the server's log is shown; not when the network failed, nor without an ID", () => {
  noteAnswer(answer(500, "3f2a9c01bd77"));
  noteAnswer(answer(404, "000000000000"));
  show({ error: lost });
  expect(screen.queryByText(/Felkod/)).toBeNull();
  cleanup();
  show({ error: Object.assign(new Error("500"), { status: 500 }) });
  expect(screen.getByText("Felkod: 3f2a9c01bd77")).toBeTruthy();
  cleanup();
  noteAnswer(answer(503));
  show({ error: Object.assign(new Error("503"), { status: 503 }) });
  expect(screen.queryByText(/Felkod/)).toBeNull();
});

test("failed while old rows are there: they stay, and a notice says that they are old", async () => {
  const refetch = show({ data: ["a"], error: lost });
  expect(screen.getByRole("listitem").textContent).toBe("a");
  expect(screen.getByText("Kunde inte hämta: nätet")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("a retry under way cannot be pressed twice", async () => {
  const refetch = show({ error: lost, isFetching: true });
  await userEvent.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(refetch).not.toHaveBeenCalled();
});
