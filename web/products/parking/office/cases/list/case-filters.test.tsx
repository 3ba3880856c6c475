import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { NO_FILTER } from "#data/fines/lists.ts";
import { violationQueries } from "#data/violations/queries.ts";
import { TermSearch } from "../../shell/term-search.tsx";
import { CaseFilters } from "./case-filters.tsx";
import { caseTexts } from "../../case/case-texts.ts";

afterEach(cleanup);

function Narrowed() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [term, setTerm] = useState("");
  return (
    <>
      <TermSearch term={term} onSearch={setTerm} words={caseTexts.list} />
      <p>{`Visar: ${term}`}</p>
      <p>{`Av: ${filter.attendant}`}</p>
      <button type="button" onClick={() => setFilter({ ...NO_FILTER, attendant: "vakt02" })}>
        En annan adress
      </button>
      <CaseFilters project="p1" filter={filter} onFilter={setFilter} />
    </>
  );
}

function draw() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(violationQueries.list("p1").queryKey, []);
  render(
    <QueryClientProvider client={client}>
      <Narrowed />
    </QueryClientProvider>,
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const attendant = () => screen.getByLabelText<HTMLInputElement>("Utfärdade av");
const isOpen = () => document.querySelector("details")?.open;

test("the filter stays open with the focus on its button, whatever the filter is", async () => {
  draw();
  await userEvent.click(screen.getByText("Filter"));
  expect(isOpen()).toBe(true);
  await userEvent.type(attendant(), " vakt01 ");
  await userEvent.click(button("Filtrera"));
  expect(screen.getByText("Av: vakt01")).toBeTruthy();
  expect([isOpen(), document.activeElement]).toEqual([true, button("Filtrera")]);
  expect(attendant().value).toBe("vakt01");

  await userEvent.click(button("Ta bort filter"));
  expect(screen.getByText("Av:")).toBeTruthy();
  expect([isOpen(), document.activeElement]).toEqual([true, button("Ta bort filter")]);
  expect(attendant().value).toBe("");
});

test("typed text that was never applied is cleared too", async () => {
  draw();
  await userEvent.click(screen.getByText("Filter"));
  await userEvent.type(attendant(), "vakt01");
  await userEvent.click(button("Ta bort filter"));
  expect(attendant().value).toBe("");
});

test("a filter in a new address fills the fields", async () => {
  draw();
  await userEvent.type(attendant(), "vakt01");
  await userEvent.click(button("En annan adress"));
  expect(attendant().value).toBe("vakt02");
});

test("a search keeps the focus on the pressed button", async () => {
  draw();
  const field = screen.getByRole<HTMLInputElement>("searchbox");
  await userEvent.type(field, " tao 98n {Enter}");
  expect(screen.getByText("Visar: tao 98n")).toBeTruthy();
  expect([document.activeElement, field.value]).toEqual([field, "tao 98n"]);
  await userEvent.click(button("Rensa"));
  expect([document.activeElement, field.value]).toEqual([button("Rensa"), ""]);
});
