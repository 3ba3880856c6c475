import { expect, test } from "vitest";
import { projectCards } from "./project-cards.ts";

// Spec 1 §2: Project id 157715
test.each([
  ["157715", ["Driver Login → /157715/chauffeur-login", "Admin Login → /157715/chauffeur-login"]],
  [
    "ostra-hamnen",
    [
      "Start Parking → /ostra-hamnen/start-parking",
      "Parking Attendant → /ostra-hamnen/attendant-login",
      "Admin → /ostra-hamnen/admin-login",
    ],
  ],
])("the ways into %s", (project, expected) => {
  expect(projectCards(project).map(({ name, to }) => `${name} → ${to}`)).toEqual(expected);
});
