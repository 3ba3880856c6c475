import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { keepReceipt } from "#session/receipts/kept-receipts.ts";
import { WithReceipts } from "./with-receipts.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const show = () =>
  render(
    <MemoryRouter>
      <WithReceipts>
        <main>Logga in</main>
      </WithReceipts>
    </MemoryRouter>,
  );
const follows = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

// Spec 4 §5: Visitor: after a
test("receipts come below the sign-in, or stand above it from the start when their code is loaded already", async () => {
  // A receipt whose parking has ended is not asked for again.
  keepReceipt({ key: "a".repeat(22), plate: "ABC 123", end: new Date(Date.now() - 600_000).toISOString() });
  show();
  expect(screen.queryByRole("region")).toBeNull();
  const late = await screen.findByRole("region", { name: "Dina parkeringar" });
  expect(follows(screen.getByRole("main"), late)).toBe(true);
  cleanup();

  show();
  expect(follows(screen.getByRole("region", { name: "Dina parkeringar" }), screen.getByRole("main"))).toBe(true);
});
