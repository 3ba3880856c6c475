import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { keepReceipt } from "#session/receipts/kept-receipts.ts";
import { ReceiptsFirst } from "./receipts-first.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const show = () =>
  render(
    <MemoryRouter>
      <ReceiptsFirst />
      <main>Logga in</main>
    </MemoryRouter>,
  );
const room = () => document.documentElement.dataset["receipts"];
const follows = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

// Spec 4 §5: Visitor: after a
test("receipts stand first: their room until their code has come, and themselves at once when it is loaded already", async () => {
  show();
  expect(room()).toBeUndefined();
  cleanup();

  // A receipt whose parking has ended is not asked for again.
  keepReceipt({ key: "a".repeat(22), plate: "ABC 123", end: new Date(Date.now() - 600_000).toISOString() });
  show();
  expect([screen.queryByRole("region"), room()]).toEqual([null, "1"]);
  const receipts = await screen.findByRole("region", { name: "Dina parkeringar" });
  expect(follows(receipts, screen.getByRole("main"))).toBe(true);
  expect(room()).toBeUndefined();
  cleanup();

  show();
  expect(follows(screen.getByRole("region", { name: "Dina parkeringar" }), screen.getByRole("main"))).toBe(true);
});
