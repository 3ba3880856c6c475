import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { SETTING_RANGES } from "#contract/site-settings.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { Violation } from "#data/violations/queries.ts";
import { changesOf, differencesOf, settingsSchema, type TypedSettings, typedSettings } from "./settings-schema.ts";

const READ: SiteSettings = {
  id: "1",
  project_id: "p1",
  created_at: "",
  updated_at: "2026-11-22T12:00:00+00:00",
  issuer_name: "Hamnparkering AB",
  org_number: "556677-8899",
  principal: "",
  legal_line: "Kontrollavgift",
  contact_email: "",
  contact_phone: "",
  privacy_url: "",
  reminder_text: "",
  payment_methods: [{ kind: "bankgiro", value: "5050-1055" }],
  vat_percent: null,
  due_days: 14,
  grace_minutes: 5,
  observation_minutes: 0,
  min_photos: 0,
  max_amount: null,
  small_balance: 0,
  reminder_fee: 0,
  fee_is_agreed: false,
  camera_on: false,
  two_for_refunds: false,
  reminder_wait_days: 4,
  max_parking_hours: null,
  keep_checks_days: 30,
  keep_parkings_days: 90,
  keep_cases_months: 24,
  ledger_accounts: {},
  fiscal_year_start: 1,
  of_company: false,
};
const violation = (over: Partial<Violation>): Violation => ({
  id: "v",
  project_id: "p1",
  code: "01",
  text: "Parkerat på gångbana",
  amount: 700,
  max_amount: null,
  needs_no_right: false,
  is_active: true,
  sort_order: 1,
  ...over,
});

/** The messages by field, or the values to save. */
function parse(over: Partial<TypedSettings>, violations: readonly Violation[] = []) {
  const { success, output, issues } = safeParse(settingsSchema(violations), { ...typedSettings(READ), ...over });
  if (success) return changesOf(READ, output);
  return Object.fromEntries(issues.map(({ path, message }) => [String(path?.[0]?.key), message]));
}

test("unchanged settings save nothing", () => {
  expect(parse({})).toEqual({});
});

test("the reminder's wording begins as our own, which is not saved, and names known fields alone", () => {
  const { reminder_text: own } = typedSettings(READ);
  expect(own).toMatch(/^Vi har inte fått betalt/);
  expect(parse({ reminder_text: "" })).toEqual({});
  expect(parse({ reminder_text: " Betala {kvar} senast {förfallodag}. " })).toEqual({
    reminder_text: "Betala {kvar} senast {förfallodag}.",
  });
  expect(parse({ reminder_text: "Betala {summan} nu, {namn}." })).toEqual({
    reminder_text: "Fält som inte finns: {summan}, {namn}",
  });
  expect(parse({ reminder_text: "a".repeat(501) })).toEqual({ reminder_text: "Högst 500 tecken" });
});

test("typed values are saved as columns, and nothing else", () => {
  expect(
    parse({
      issuer_name: " Ny ägare ",
      vat_percent: "25",
      max_amount: "1300",
      reminder_fee: "60",
      fee_is_agreed: true,
      payment_methods: [{ kind: "swish", value: " 1231231231 ", text: "" }],
    }),
  ).toEqual({
    issuer_name: "Ny ägare",
    vat_percent: 25,
    max_amount: 1300,
    reminder_fee: 60,
    fee_is_agreed: true,
    payment_methods: [{ kind: "swish", value: "1231231231", text: "" }],
  });
});

// Spec 4 §5: Inställningar: all of
test.each([
  [{ reminder_fee: "61", fee_is_agreed: true }, { reminder_fee: "Ange ett helt tal mellan 0 och 60" }],
  [{ reminder_fee: "60" }, { reminder_fee: "En avgift kräver att den är avtalad: kryssa i det, eller ange 0" }],
  [{ due_days: "0" }, { due_days: "Ange ett helt tal mellan 1 och 365" }],
  [{ due_days: "" }, { due_days: "Ange ett helt tal mellan 1 och 365" }],
  [{ grace_minutes: "5,5" }, { grace_minutes: "Ange ett helt tal mellan 0 och 1 440" }],
  [{ min_photos: "9" }, { min_photos: "Ange ett helt tal mellan 0 och 8" }],
  [{ contact_email: "parkering" }, { contact_email: "Ange en e-postadress, till exempel parkering@exempel.se" }],
  [
    { contact_email: "parkering@exempel" },
    { contact_email: "Ange en e-postadress, till exempel parkering@exempel.se" },
  ],
  [{ contact_email: "a@x.se;b@x.se" }, { contact_email: "Ange en e-postadress, till exempel parkering@exempel.se" }],
  [{ privacy_url: "javascript:alert(1)" }, { privacy_url: "Ange en adress som börjar med https://" }],
  [{ issuer_name: "a".repeat(201) }, { issuer_name: "Högst 200 tecken" }],
  [
    { payment_methods: [{ kind: "bankgiro", value: " ", text: "" }] as const },
    { payment_methods: "Fyll i numret på varje betalsätt" },
  ],
])("%j gives a message at its field: %j", (typed, told) => {
  const found = parse(typed) as Record<string, string>;
  expect(Object.fromEntries(Object.entries(found).map(([name, text]) => [name, text.replaceAll(/\s/g, " ")]))).toEqual(
    told,
  );
});

// Spec 4 §5: Inställningar: all of
test.each(Object.entries(SETTING_RANGES))(
  "%s takes its least and its most, and nothing beyond",
  (name, [least, most]) => {
    const isTaken = (value: number) =>
      safeParse(settingsSchema([]), { ...typedSettings(READ), fee_is_agreed: true, [name]: String(value) }).success;
    expect([isTaken(least), isTaken(most), isTaken(most + 1)]).toEqual([true, true, false]);
  },
);

test("a site's maximum cannot be below its current fines; inactive ones do not count", () => {
  const dear = [violation({ amount: 900 }), violation({ amount: 1200, is_active: false })];
  expect(parse({ max_amount: "900" }, dear)).toEqual({ max_amount: 900 });
  const { max_amount: told } = parse({ max_amount: "899" }, dear) as Record<string, string>;
  expect(told?.replaceAll(/\s/g, " ")).toBe("”Parkerat på gångbana” kostar 900 kr. Sänk den först.");
});

test("ways to pay are equal in any order of their parts in the database", () => {
  const other = { ...READ, payment_methods: [{ value: "5050-1055", kind: "bankgiro", text: "" } as const] };
  expect(differencesOf(READ, other)).toEqual([]);
});

test("another person's changes are described in words", () => {
  const now: SiteSettings = {
    ...READ,
    due_days: 30,
    max_amount: 1300,
    fee_is_agreed: true,
    payment_methods: [{ kind: "swish", value: "1231231231" }],
  };
  expect(differencesOf(READ, now)).toEqual([
    { label: "Betalsätt", was: "Bankgiro 5050-1055", now: "Swish 1231231231" },
    { label: "Betaltid (dagar)", was: "14", now: "30" },
    { label: "Högsta belopp (kr)", was: "tomt", now: "1300" },
    { label: "Avgiften är avtalad (skylt och avi)", was: "nej", now: "ja" },
  ]);
});
