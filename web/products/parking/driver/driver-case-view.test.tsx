import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { WholeDriverCase } from "#data/fines/look-up.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { DriverCaseView } from "./driver-case-view.tsx";

afterEach(cleanup);

const TODAY = toDateValue(new Date());
const CASE: WholeDriverCase = {
  case_number: "12345678",
  public_key: "AAAAAAAAAAAAAAAAAAAAAA",
  plate: "ABC123",
  street: "Kajgatan",
  observed_from: "2026-11-20T12:00:00Z",
  issued_at: "2026-11-20T12:05:00Z",
  violation_code: "",
  violation_text: "Parkerat på gångbana",
  amount: 700,
  fee: 0,
  paid_ore: 0,
  left_ore: 70_000,
  due_date: TODAY,
  delivery: "fixed",
  status: "issued",
  objection: null,
  payment_methods: [],
  issuer_name: "",
  org_number: "",
  principal: "",
  legal_line: "",
  contact_email: "",
  contact_phone: "",
  privacy_url: "",
  vat_percent: null,
  reminder_wait_days: 4,
  reminder_fee: 0,
  photos: [],
  reply: null,
};

function draw(changes: Partial<WholeDriverCase>): string {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <DriverCaseView found={{ ...CASE, ...changes }} replyKey="" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return document.body.textContent;
}

test("a day to pay by is told while there is one to keep", () => {
  const text = draw({});
  expect(screen.getByText(/^Senast /)).toBeTruthy();
  expect(text).toContain("Sista betalningsdag");
});

test("once it has passed, it is told as passed", () => {
  const text = draw({ due_date: addDays(TODAY, -1) });
  expect(screen.getByText(/^Skulle ha betalats senast /)).toBeTruthy();
  expect(text).toContain("Betala nu");
});

test.each([
  ["disputed", 70_000],
  ["paid", 0],
  ["withdrawn", 0],
  ["written_off", 0],
  ["collection", 70_000],
] as const)("a case that is %s names no last day to pay", (status, left_ore) => {
  expect(draw({ status, left_ore })).not.toMatch(/Sista betalningsdag|[Ss]enast/);
});
