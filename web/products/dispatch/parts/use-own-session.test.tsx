import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { openSession } from "#session/store.ts";
import { useOwnSession } from "./use-own-session.ts";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

// Spec rules §14: The installed app
test.each([
  ["operator", "/721075"],
  ["dispatch-admin", "/721075?role=administrator"],
] as const)("the installed application starts where the %s works, until a logout", (kind, place) => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(display-mode: standalone)" }));
  const { result } = renderHook(() => useOwnSession(kind, () => undefined));
  expect(localStorage.getItem("parkering.place")).toBeNull();
  act(() => void openSession(kind, { userId: "op01", project: DISPATCH_PROJECT }));
  expect(localStorage.getItem("parkering.place")).toBe(place);
  act(() => result.current.leave());
  expect(localStorage.getItem("parkering.place")).toBeNull();
});
