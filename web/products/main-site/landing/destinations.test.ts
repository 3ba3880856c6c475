import { expect, test } from "vitest";
import { destinationOf } from "./destinations.ts";

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
