import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { forgetReceipt, keepReceipt, newReceipt, readReceipts, RECEIPTS, renewReceipt } from "./kept-receipts.ts";
import { OwnReceipts } from "./own-receipts.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const end = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const show = () =>
  render(
    <MemoryRouter>
      <OwnReceipts />
    </MemoryRouter>,
  );

// Spec rules §8: A receipt's key
test("a receipt is 22 random letters, and its hash is their SHA-256", async () => {
  const receipts = await Promise.all(Array.from({ length: 50 }, newReceipt));
  expect(new Set(receipts.map(({ key }) => key)).size).toBe(50);
  for (const { key, hash } of receipts) {
    expect(key).toMatch(/^[\w-]{22}$/);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
    expect(hash).toBe(Buffer.from(digest).toString("hex"));
  }
});

// Spec rules §8: An open page
test("several receipts without a parking are asked for and forgotten one at a time, because each counts as a guess", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    asked.push(JSON.parse(init?.body as string));
    return Response.json({ outcome: "none" });
  });
  for (const [at, key] of ["a", "b", "c"].entries()) keepReceipt({ key, plate: "ABC 123", end: end(30 - at) });
  show();
  await waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(2));
  expect(asked).toEqual([{ key: "a" }]);
});

// Spec 4 §5: Visitor: after a
test("the device's parkings lead to their receipts, the latest end first, and count down", () => {
  keepReceipt({ key: "a".repeat(22), plate: "ABC123", end: end(71.5) });
  keepReceipt({ key: "b".repeat(22), plate: "ÅÄÖ 12D", end: end(-5) });
  show();
  const links = screen.getAllByRole<HTMLAnchorElement>("link");
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/^ABC 123 · gäller till [\d -]*\d\d:\d\d/),
    expect.stringMatching(/^ÅÄÖ 12D · slutade [\d -]*\d\d:\d\d/),
  ]);
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/receipt/${"a".repeat(22)}`,
    `/receipt/${"b".repeat(22)}`,
  ]);
  expect(screen.getByText("1 h 12 min kvar")).toBeTruthy();
  expect(screen.getByText("Avslutad")).toBeTruthy();
});

test("nothing is shown without a receipt, a day after the end, or when the storage holds something else", () => {
  for (const kept of [
    null,
    "{",
    `{"key":1}`,
    `[null,1,{"key":"x"}]`,
    JSON.stringify([{ key: "x", plate: "ABC 123", end: end(-25 * 60) }]),
  ]) {
    localStorage.clear();
    if (kept !== null) localStorage.setItem(RECEIPTS, kept);
    expect(show().container.textContent).toBe("");
    cleanup();
  }
});

test("news of a receipt changes it on the device that has it, and on no other", () => {
  const receipt = { key: "x", plate: "ABC 123", end: end(10) };
  renewReceipt(receipt);
  expect(readReceipts()).toEqual([]);
  keepReceipt(receipt);
  const longer = { ...receipt, end: end(70) };
  renewReceipt(longer);
  expect(readReceipts()).toEqual([longer]);
  forgetReceipt("x");
  expect(readReceipts()).toEqual([]);
});

test("the latest twenty receipts are stored", () => {
  for (let n = 1; n <= 25; n += 1) keepReceipt({ key: `k${n}`, plate: "ABC 123", end: end(n) });
  expect(readReceipts().map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, n) => `k${25 - n}`));
});
