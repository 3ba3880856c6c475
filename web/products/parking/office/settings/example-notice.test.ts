import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { Violation } from "#data/violations/queries.ts";
import { exampleNotice, shownSettings, shownViolation } from "./example-notice.ts";
import { type TypedSettings, typedSettings } from "./rules/settings-schema.ts";

beforeEach(() => void vi.stubGlobal("window", { location: { host: "p.example", origin: "https://p.example" } }));
afterEach(() => void vi.unstubAllGlobals());

const READ = {
  issuer_name: "Hamnparkering AB",
  org_number: "",
  principal: "",
  legal_line: "Kontrollavgift",
  contact_email: "",
  contact_phone: "",
  privacy_url: "",
  payment_methods: [{ kind: "bankgiro", value: "5050-1055" }],
  vat_percent: null,
  due_days: 14,
  reminder_fee: 0,
  fee_is_agreed: false,
  camera_on: false,
  two_for_refunds: false,
} as unknown as SiteSettings;
const FIRST = { id: "v1", code: "01", text: "Parkerat på gångbana", amount: 700, is_active: true } as Violation;
const NOW = new Date("2026-11-21T08:05:00Z");

const notice = (typed: Partial<TypedSettings>, edited?: Parameters<typeof shownViolation>[1]) =>
  exampleNotice({
    settings: shownSettings(READ, { ...typedSettings(READ), ...typed }),
    violation: shownViolation([{ ...FIRST, is_active: false, text: "Avaktiverad" }, FIRST], edited),
    siteName: "Östra hamnen",
    now: NOW,
  });
const lineOf = (data: ReturnType<typeof notice>, name: string) =>
  data.lines.find(([label]) => label === name)?.[1].replaceAll(/\s/g, " ");

// Spec 4 §5: Inställningar: all of
test("the example shows the typed values, and the stored value of an invalid number", () => {
  const data = notice({
    issuer_name: "Kajens AB",
    legal_line: "Avgift",
    due_days: "30",
    reminder_fee: "45",
    fee_is_agreed: true,
    vat_percent: "25",
    payment_methods: [{ kind: "swish", value: "1231231231", text: "Swish oss" }],
  });
  expect(data).toMatchObject({ legalLine: "Avgift", dueDate: "21 december 2026", violation: "Parkerat på gångbana" });
  expect(["Utfärdare", "Moms", "Swish", "Bankgiro", "Överträdelsekod"].map((name) => lineOf(data, name))).toEqual([
    "Kajens AB",
    "25 % ingår",
    "Swish oss",
    undefined,
    "01",
  ]);
  expect(lineOf(data, "Obetald")).toContain("med en avgift på 45 kr");
  expect(notice({ due_days: "0" }).dueDate).toBe("5 december 2026");
  expect(lineOf(notice({ reminder_fee: "61", fee_is_agreed: true }), "Obetald")).not.toContain("avgift");
});

test("the example shows the violation under edit, with any typed amount", () => {
  const edited = { code: "07", text: "Stod på gräset", amount: "850", max_amount: "", needs_no_right: false };
  expect(notice({}, edited)).toMatchObject({ violation: "Stod på gräset" });
  expect(notice({}, edited).amount.replaceAll(/\s/g, " ")).toBe("850 kr");
  expect(notice({}, { ...edited, amount: "x" }).amount).toBe("–");
});
