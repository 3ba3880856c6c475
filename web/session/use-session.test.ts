import { expect, test } from "vitest";
import type { Session } from "./store.ts";
import { isSessionOf } from "./use-session.ts";

const session = (userId: string, project?: string): Session => ({
  loggedIn: true,
  userId,
  displayName: userId,
  token: "t",
  expiresAt: 0,
  ...(project === undefined ? {} : { project }),
});

// Spec 1 §4: A generic session
test.each([
  ["admin", "admin01", "ostra-hamnen", "ostra-hamnen", true],
  ["admin", "admin01", "ostra-hamnen", "standard", false],
  ["admin", "standardadmin", "ostra-hamnen", "standard", true],
  ["admin", "standardadmin", "standard", "ostra-hamnen", false],
  ["attendant", "standardadmin", "ostra-hamnen", "standard", false],
  ["attendant", "vakt01", undefined, undefined, true],
  ["attendant", "vakt01", undefined, "standard", false],
] as const)("%s session of %s, opened for %s, counts in %s: %s", (kind, userId, opened, project, expected) => {
  expect(isSessionOf(session(userId, opened), kind, project)).toBe(expected);
});
