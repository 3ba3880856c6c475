import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { actingOf } from "#session/acting.ts";
import { openSession } from "#session/store.ts";
import { OfflineReadiness } from "./readiness.tsx";

const device = vi.hoisted(() => ({ known: undefined as { at: number } | undefined }));
vi.mock("../offline/knowledge.ts", () => ({ knownOf: () => device.known, onKnowledge: () => () => undefined }));

const NOW = Date.parse("2026-11-18T21:10:00+01:00");
beforeEach(() => void vi.setSystemTime(NOW));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function say(store: object, isKept: boolean): string {
  localStorage.setItem("case-numbers ostra-hamnen vakt01", JSON.stringify(store));
  vi.stubGlobal("navigator", { serviceWorker: { controller: isKept ? {} : null } });
  const session = openSession("attendant", { userId: "vakt01", project: "ostra-hamnen" });
  render(
    <ActingContext value={actingOf("attendant", session, "ostra-hamnen")}>
      <OfflineReadiness session={session} />
    </ActingContext>,
  );
  return screen.getByText(/edo utan nät/).closest("p")?.textContent ?? "";
}

test("a phone that is ready lists what it has", () => {
  device.known = { at: Date.parse("2026-11-18T21:02:00+01:00") };
  expect(say({ numbers: Array.from({ length: 18 }, (_, at) => String(at)) }, true)).toBe(
    "Redo utan nät: 18 nummer, uppgifter från 21:02, appen sparad",
  );
});

test("a phone that is not ready lists what is missing, and why it gets no numbers", () => {
  device.known = undefined;
  const refused = "Du har redan så många oanvända ärendenummer som du får ha.";
  expect(say({ numbers: [], refused }, false)).toBe(
    `Inte redo utan nät: inga ärendenummer, inga uppgifter om platsen, appen inte sparad. ${refused}`,
  );
});
