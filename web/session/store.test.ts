// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { closeSession, openKinds, openSession, prolongSession, readSession, subscribeToSessions } from "./store.ts";

const HOURS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 8);

beforeEach(() => localStorage.clear());

describe("a browser session", () => {
  // Spec 1 §4: Sessions: created at
  // Spec 1 §9: Session lifetime 8
  test("carries the flag, the ID, the project, a random token and an expiry 8 hours ahead", () => {
    const first = openSession("attendant", { userId: "vakt01", project: "ostra-hamnen" }, NOW);
    const second = openSession("attendant", { userId: "vakt01", project: "ostra-hamnen" }, NOW);
    expect(first).toMatchObject({
      loggedIn: true,
      userId: "vakt01",
      project: "ostra-hamnen",
      expiresAt: NOW + 8 * HOURS,
    });
    expect(first.token).toMatch(/^[0-9a-f]{48}$/);
    expect(second.token).not.toBe(first.token);
  });

  // Spec 1 §4: Sessions: created at
  test("is valid until its last millisecond and cleared afterwards", () => {
    const session = openSession("attendant", { userId: "vakt01" }, NOW);
    expect(readSession("attendant", NOW + 8 * HOURS - 1)).toEqual(session);
    expect(readSession("attendant", NOW + 8 * HOURS)).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  test("is given 8 hours more with its drafts, but not after it has ended", () => {
    const { token } = openSession("attendant", { userId: "vakt01" }, NOW);
    localStorage.setItem("parkering.drafts.attendant", "begun");
    expect(prolongSession("attendant", NOW + 7 * HOURS)).toMatchObject({ token, expiresAt: NOW + 15 * HOURS });
    expect(readSession("attendant", NOW + 14 * HOURS)?.token).toBe(token);
    expect(localStorage.getItem("parkering.drafts.attendant")).toBe("begun");
    expect(prolongSession("attendant", NOW + 15 * HOURS)).toBeUndefined();
  });

  test("that was opened while the clock ran ahead ends when the clock is set right", () => {
    openSession("attendant", { userId: "vakt01" }, NOW);
    expect(readSession("attendant", NOW - 5 * 60_000)).not.toBeNull();
    expect(readSession("attendant", NOW - HOURS)).toBeNull();
    expect(readSession("attendant", NOW)).toBeNull();
  });

  // Spec 1 §4: Sessions: created at
  test.each(["", "{", "null", "[]", '{"loggedIn":false}', '{"loggedIn":true,"userId":"vakt01"}'])(
    "that is damaged (%j) is none, and is cleared",
    (text) => {
      localStorage.setItem("parkering.session.attendant", text);
      expect(readSession("attendant", NOW)).toBeNull();
      expect(localStorage.length).toBe(0);
    },
  );

  test("of one kind lives beside those of other kinds", () => {
    openSession("attendant", { userId: "vakt01" });
    openSession("admin", { userId: "admin01" });
    expect(openKinds()).toEqual(["admin", "attendant"]);
    closeSession("admin");
    expect(openKinds()).toEqual(["attendant"]);
  });

  test("greets with the display name, or else with the ID", () => {
    expect(openSession("attendant", { userId: "vakt01", displayName: "Åsa" }).displayName).toBe("Åsa");
    expect(openSession("attendant", { userId: "vakt01", displayName: null }).displayName).toBe("vakt01");
  });

  test("tells its followers when it opens, closes, or changes in another window", () => {
    const follower = vi.fn<() => void>();
    const leave = subscribeToSessions(follower);
    openSession("attendant", { userId: "vakt01" });
    closeSession("attendant");
    window.dispatchEvent(new Event("storage"));
    expect(follower).toHaveBeenCalledTimes(3);
    leave();
    openSession("attendant", { userId: "vakt01" });
    expect(follower).toHaveBeenCalledTimes(3);
  });
});
