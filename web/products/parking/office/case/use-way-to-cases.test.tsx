import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test } from "vitest";
import { FROM_CASES, useWayToCases } from "./use-way-to-cases.ts";

afterEach(cleanup);

function Place() {
  const { pathname, search, state } = useLocation();
  const goBack = useWayToCases("p1", "12345674");
  return (
    <>
      <output>{JSON.stringify([pathname + search, state])}</output>
      <button onClick={goBack}>Tillbaka</button>
    </>
  );
}

const CASE = "/p1/cases/12345674";
const LETTER = "/p1/letters?case=12345674&letter=e1";

// Spec 4 §5: Exportera CSV (UTF-8
test.each([
  ["a letter that was opened from its case leads back to it, which still knows its list", FROM_CASES, FROM_CASES],
  ["a letter that was opened by its address leads to its case", null, null],
])("%s", async (_name, state, kept) => {
  const entries = [
    "/p1/cases?list=overdue",
    { pathname: CASE, state: FROM_CASES },
    { pathname: "/p1/letters", search: LETTER.slice(LETTER.indexOf("?")), state },
  ];
  render(
    <MemoryRouter initialEntries={entries}>
      <Place />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Tillbaka" }));
  expect(screen.getByRole("status").textContent).toBe(JSON.stringify([CASE, kept]));
});
