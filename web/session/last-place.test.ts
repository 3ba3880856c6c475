import { beforeEach, expect, test, vi } from "vitest";
import type { SessionKind } from "#contract/states.ts";
import { rememberPlace } from "./last-place.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", { setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(display-mode: standalone)" }));
});

// Spec rules §14: The installed app
test.each<[SessionKind | "agent", string | undefined, string]>([
  ["agent", undefined, "/property-management"],
  ["main-admin", undefined, "/admin-dashboard"],
  ["admin", "ostra-hamnen", "/ostra-hamnen/admin-dashboard"],
  ["attendant", "ostra-hamnen", "/ostra-hamnen/attendant-dashboard"],
  ["attendant", undefined, "/attendant-dashboard"],
  ["operator", "721075", "/721075"],
  ["dispatch-admin", "721075", "/721075?role=administrator"],
  ["chauffeur", "157715", "/157715/vehicle-registration"],
  ["chauffeur-admin", "157715", "/157715/chauffeur-admin"],
  ["ase-admin", undefined, "/ASE/admin-dashboard"],
  ["ase-employee", undefined, "/ASE/employee-dashboard"],
])("%s of %s starts at %s", (kind, project, place) => {
  rememberPlace(kind, project);
  expect(kept.get("parkering.place")).toBe(place);
});

test("nothing is stored in a browser tab", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  rememberPlace("attendant", "ostra-hamnen");
  expect(kept.size).toBe(0);
});
