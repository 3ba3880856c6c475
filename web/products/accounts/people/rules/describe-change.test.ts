import { expect, test } from "vitest";
import type { PersonChange } from "#data/people/queries.ts";
import { describeChange } from "./describe-change.ts";

const change = (of: Partial<PersonChange>): PersonChange => ({
  at: "2026-11-27T10:00:00Z",
  by_kind: "admin",
  by: "anna01",
  action: "update",
  subject: "attendants",
  columns: [],
  active: null,
  reason: null,
  ...of,
});

test.each<[Partial<PersonChange>, string]>([
  [{ subject: "people", active: false }, "Inaktiverad"],
  [{ subject: "people", active: true }, "Aktiverad"],
  [{ subject: "account_links", action: "insert" }, "Länk för att välja lösenord"],
  [{ subject: "logins", action: "delete" }, "Inloggningar avslutade"],
  [{ subject: "second_factors", action: "delete" }, "Andra faktorn borttagen"],
  [{ subject: "second_factors" }, "Andra faktorn ändrad"],
  [{ subject: "accounts", columns: ["secret"] }, "Nytt lösenord"],
  [{ subject: "accounts", columns: ["email"] }, "Ny adress för inloggning"],
  [{ subject: "staff_accounts", action: "insert" }, "Upplagd"],
  [{ columns: ["discord_username", "site_id"] }, "Ändrad: Discord-namn"],
  [{ subject: "ase_employees", columns: ["employee_id", "name"] }, "Ändrad: ID, namn"],
  [{ columns: ["site_id"] }, "Ändrad"],
])("%o is %s", (of, words) => {
  expect(describeChange(change(of), "sv")).toBe(words);
});
