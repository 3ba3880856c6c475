import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { actingOf } from "#session/acting.ts";
import { keepDraft } from "#session/drafts.ts";
import { openSession } from "#session/store.ts";
import { ShiftForm } from "./shift-form.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;
const day = (name: string) => screen.getByRole("button", { name }).textContent;

// Spec rules §5: A fine, a
test("a draft of an earlier version fills the form", () => {
  const session = openSession("attendant", { userId: "vakt01" });
  const first = {
    startDate: "2026-11-18",
    startTime: "",
    endDate: "2026-11-18",
    endTime: "",
    rating: 5,
    description: "",
  };
  const typed = { startTime: "22:00", endDate: "2026-11-19", endTime: "6.30", rating: 8, description: "Lugnt pass." };
  keepDraft("attendant", session, "shift hamnen", { first, values: { ...first, ...typed } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActingContext value={actingOf("attendant", session, "hamnen")}>
        <ShiftForm session={session} project="hamnen" log={() => undefined} sentHere={new Set()} />
      </ActingContext>
    </QueryClientProvider>,
  );
  expect(["Starttid", "Sluttid", "Beskrivning"].map(value)).toEqual(["22:00", "6.30", "Lugnt pass."]);
  expect(["Startdatum", "Slutdatum"].map(day)).toEqual(["18 november 2026", "19 november 2026"]);
});
