import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { isStaleChunkError, reloadForStaleChunk, reloadIfThere } from "./stale-chunk.ts";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("an error while drawing becomes a page with a way to try again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const onError = vi.fn<(error: unknown) => void>();
  let isBroken = true;
  function Screen() {
    if (isBroken) throw new Error("trasig");
    return <p>Hel</p>;
  }
  render(
    <ErrorBoundary onError={onError}>
      <Screen />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { name: "Något gick fel" })).toBeTruthy();
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: "trasig" });
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(screen.getByText("Hel")).toBeTruthy();
});

test.each([
  [new TypeError("Failed to fetch dynamically imported module: https://x/assets/a-1.js"), true],
  [new TypeError("error loading dynamically imported module: https://x/a.js"), true],
  [new TypeError("Importing a module script failed."), true],
  [new Error("Unable to preload CSS for /assets/a.css"), true],
  [new TypeError("Failed to fetch"), false],
  ["dynamically imported module", false],
])("%s is a part of an old version: %s", (error, isStale) => {
  expect(isStaleChunkError(error)).toBe(isStale);
});

const missing = new TypeError("Failed to fetch dynamically imported module: /a.js");

test("a missing part reloads once in a minute, and other errors never", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(new Response("{}")));
  const reload = vi.fn<() => void>();
  expect(reloadForStaleChunk(new Error("other"), 100_000, reload)).toBe(false);
  expect(reloadForStaleChunk(missing, 100_000, reload)).toBe(true);
  expect(reloadForStaleChunk(missing, 159_999, reload)).toBe(false);
  expect(reloadForStaleChunk(missing, 160_000, reload)).toBe(true);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2), PATIENCE);
});

// Spec rules §10: A server that
test.each([
  ["does not answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["is not itself", () => Promise.resolve(new Response("", { status: 502 }))],
])("a server that %s is not reloaded from: the page stays", async (_what, answer) => {
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(answer);
  const reload = vi.fn<() => void>();
  await reloadIfThere(reload);
  expect(asked).toHaveBeenCalledWith("/config.json");
  expect(reload).not.toHaveBeenCalled();
});
