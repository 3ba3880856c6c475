import { expect, test } from "vitest";
import { matchesStoredPassword, specifiedSignIn } from "./specified.ts";

/** SHA-256 of the password with the salt suffix, of the password alone, and of "åäö-åäö" with the suffix. */
const hashed = "16c09afd92bac494d5a68ccd816f8f52fdced1e5ce59bbe6e3eda2cd712d7c11";
const unsalted = "29ca03669e80e89ae22e41a6717fb9b14d5ebaf28d86de10d9895ecf93b29744";
const hashedLetters = "7da2d7b6d4e5276e781431d9c4385f4fba98f94fcfeb5941f4797f70f391cd24";

test.each([
  ["Vakt-7410", "Vakt-7410", true],
  ["vakt-7410", "Vakt-7410", false],
  ["Vakt-7410 ", "Vakt-7410", false],
  ["Vakt-7410", hashed, true],
  ["Vakt-7410", hashed.toUpperCase(), true],
  ["Vakt-7411", hashed, false],
  ["Vakt-7410", unsalted, false],
  ["åäö-åäö", hashedLetters, true],
])("the typed %j against the stored %j: %s", async (typed, stored, isRight) => {
  expect(await matchesStoredPassword(typed, stored)).toBe(isRight);
});

test.each([
  ["huvudadmin", "Huvud-7410", true],
  ["huvudadmin", "huvud-7410", false],
  ["Huvudadmin", "Huvud-7410", true],
])("the main admin %s / %s: %s", async (userId, password, isRight) => {
  expect((await specifiedSignIn.mainAdmin({ userId, password })) !== null).toBe(isRight);
});

test.each([
  ["standardadmin", "Standard-7410", true],
  ["Standard admin", "Standard-7410", true],
  ["standardadmin", "standard-7410", false],
])("the protected admin %s / %s: %s, on every site", async (userId, password, isRight) => {
  expect((await specifiedSignIn.admin({ userId, password, project: "ostra-hamnen" })) !== null).toBe(isRight);
});

// Spec 3 §6: Project codes and
test("the fixed IDs are found in any case and without invisible letters, and name the same people", async () => {
  const { mainAdmin, admin, dispatchAdmin, aseAdmin, chauffeurAdminById } = specifiedSignIn;
  const found = [
    await mainAdmin({ userId: "HuvudAdmin", password: "Huvud-7410" }),
    await admin({ userId: "STANDARDADMIN", password: "Standard-7410", project: "ostra-hamnen" }),
    await dispatchAdmin({ userId: "Ledning", password: "Ledning-7410" }),
    await aseAdmin({ userId: "ASE\u200Badmin", password: "Ambulans-7410" }),
    chauffeurAdminById("TaxiAdmin"),
  ];
  expect(found.map((person) => person?.userId)).toEqual([
    "huvudadmin",
    "standardadmin",
    "ledning",
    "aseadmin",
    "TAXIADMIN",
  ]);
});
