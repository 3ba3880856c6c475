import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { DueLine } from "./due-line.tsx";

let answer: string | null | undefined;
vi.mock("../profile/profile.ts", () => ({ areLoginsApart: true }));
vi.mock("#data/use-query.ts", async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: answer }),
}));

const KEY = "parkering.factor-due.attendant";
const DUE = "2026-12-05T12:00:00Z";
const LINE = "Från 2026-12-05 13:00 måste du logga in med en engångskod. Ställ in den på sidan Mitt konto innan dess.";
const draw = () => render(<DueLine kind="attendant" />);

beforeEach(() => {
  localStorage.clear();
  answer = undefined;
});

test("the line of a demanded second factor stands there before the answer comes, once the device knows it", () => {
  answer = DUE;
  const { unmount } = draw();
  expect(screen.getByRole("status").textContent).toBe(LINE);
  unmount();
  answer = undefined;
  draw();
  expect(screen.getByRole("status").textContent).toBe(LINE);
});

test("a demand that is gone is forgotten", () => {
  localStorage.setItem(KEY, JSON.stringify(DUE));
  answer = null;
  draw();
  expect(screen.queryByRole("status")).toBeNull();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test.each([
  ["no date", '"soon"'],
  ["another thing", "[7]"],
  ["no JSON", "{"],
])("a damaged entry shows nothing: %s", (_what, entry) => {
  localStorage.setItem(KEY, entry);
  draw();
  expect(screen.queryByRole("status")).toBeNull();
});
