import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { WaitingCase } from "#data/fines/letters.ts";
import { FROM_CASES } from "../../case/use-way-to-cases.ts";
import { WaitingList } from "./waiting-list.tsx";

afterEach(cleanup);

const WayBack = () => <output>{JSON.stringify(useLocation().state)}</output>;

test("a case that is opened from the letters leads back to them", async () => {
  const fine = {
    id: "f1",
    case_number: "12345674",
    plate: "ABC123",
    due_date: "2026-11-22",
    left_ore: 70_000,
    recipient: null,
    street: "",
    asked_at: null,
    reminded_at: null,
  } as WaitingCase;
  render(
    <MemoryRouter>
      <WaitingList project="p1" label="Ärenden" cases={[fine]} />
      <WayBack />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole("link", { name: "12345674" }));
  expect(screen.getByRole("status").textContent).toBe(JSON.stringify(FROM_CASES));
});
