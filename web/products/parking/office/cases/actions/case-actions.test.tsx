import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Session } from "#session/store.ts";
import { ACTING_ADMIN } from "#tests/support/people/acting.ts";
import { CaseActions } from "./case-actions.tsx";

afterEach(cleanup);

const disputed = (issuedBy: string, more: Partial<WholeCase>) =>
  ({
    status: "disputed",
    issued_by: issuedBy,
    issued_at: new Date().toISOString(),
    events: [],
    objections: [],
    payments: [],
    recipients: [],
    left_ore: 70_000,
    erased_at: null,
    ...more,
  }) as unknown as WholeCase;

const draw = (issuedBy: string, more: Partial<WholeCase> = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ActingContext value={ACTING_ADMIN}>
          <CaseActions fine={disputed(issuedBy, more)} session={{ userId: "admin01" } as Session} />
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

// Spec rules §6: A debt collector gets
test.each([
  ["2024-11-28T09:00:00Z", true],
  ["2024-11-28T11:00:00Z", false],
])("a case of %s is too old for a reminder two years later: %s, and the button says why", (issued_at, isTooOld) => {
  vi.useFakeTimers({ now: new Date("2026-11-28T10:00:00Z"), toFake: ["Date"] });
  draw("vakt01", { status: "reminded", issued_at });
  openMore();
  vi.useRealTimers();
  for (const name of ["Påminn", "Till inkasso"]) {
    const button = screen.getByRole<HTMLButtonElement>("button", { name });
    expect(button.disabled).toBe(isTooOld);
    expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      isTooOld ? "Kravet är äldre än två år och preskriberat (lag 1984:318 § 9). Skriv av det." : undefined,
    );
  }
});
