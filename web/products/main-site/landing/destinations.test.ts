import { expect, test } from "vitest";
import { destinationOf } from "./destinations.ts";

// Spec 1 §2: On a match
// Spec 1 §2: For any other
test.each([
  ["YSTAD", [["", "/YSTAD"]]],
  [
    "ASE",
    [
      ["Employee", "/ASE/employee-login"],
      ["Admin", "/ASE/admin"],
    ],
  ],
  [
    "721075",
    [
      ["Operator", "/721075?role=operator"],
      ["Administrator", "/721075?role=administrator"],
    ],
  ],
  [
    "ostra-hamnen",
    [
      ["Operator", "/ostra-hamnen?role=operator"],
      ["Administrator", "/ostra-hamnen?role=administrator"],
    ],
  ],
  // Codes are exact: another spelling is another project.
  [
    "ystad",
    [
      ["Operator", "/ystad?role=operator"],
      ["Administrator", "/ystad?role=administrator"],
    ],
  ],
])("%s leads to %j", (path, expected) => {
  const destination = destinationOf(path);
  const cards = "to" in destination ? [["", destination.to]] : destination.roles.map(({ name, to }) => [name, to]);
  expect(cards).toEqual(expected);
});

// Spec rules §2: The role dialog's
test.each([
  ["ostra-hamnen", ["Jag ska parkera, eller är parkeringsvakt.", "Sköt platsen och dess konton."]],
  ["721075", ["Logga in som operatör i ledningscentralen.", "Sköt enheterna och operatörerna."]],
  ["157715", ["Logga in som förare och skriv upp dig på en bil.", "Sköt förarna."]],
  ["ASE", ["Logga in med anställnings-ID.", "Sköt de anställda."]],
])("the cards of %s have the hints of its roles", (path, hints) => {
  const destination = destinationOf(path);
  expect("to" in destination ? [] : destination.roles.map(({ hint }) => hint)).toEqual(hints);
});
