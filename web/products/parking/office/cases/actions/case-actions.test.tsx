import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { ActingContext } from "#data/acting.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Session } from "#session/store.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { CaseActions } from "./case-actions.tsx";

afterEach(cleanup);

const disputed = (issuedBy: string) =>
  ({
    status: "disputed",
    issued_by: issuedBy,
    events: [],
    objections: [],
    payments: [],
    recipients: [],
    left_ore: 70_000,
    erased_at: null,
  }) as unknown as WholeCase;

const draw = (issuedBy: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ActingContext value={ACTING_ADMIN}>
          <CaseActions fine={disputed(issuedBy)} session={{ userId: "admin01" } as Session} />
        </ActingContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );

const openMore = () => fireEvent.click(screen.getByRole("button", { name: "Mer" }));

const decisions = () =>
  ["Godkänn bestridande", "Avslå bestridande"].map((name) => screen.getByRole<HTMLButtonElement>("button", { name }));

test("nobody decides an objection to their own fine, and the buttons say why", () => {
  draw("Admin01");
  openMore();
  for (const button of decisions()) {
    expect(button.disabled).toBe(true);
    expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Du har själv utfärdat boten. Någon annan får avgöra bestridandet.",
    );
  }
});

test("the buttons work for another person's fine", () => {
  draw("vakt01");
  openMore();
  for (const button of decisions()) expect(button.disabled).toBe(false);
});

const names = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

test("the next step is the filled button, two steps stand beside it, and the rest wait behind `Mer`", () => {
  draw("vakt01");
  expect(names()).toEqual(["Registrera betalning", "Komplettera bestridandet", "Anteckna", "Mer"]);
  openMore();
  expect(names()).toContain("Makulera");
  openMore();
  expect(names()).not.toContain("Makulera");
});
