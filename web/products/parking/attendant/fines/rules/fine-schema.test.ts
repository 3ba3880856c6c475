import { safeParse } from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type FineDraft,
  newFineDraft,
  newReportDraft,
  type ReportDraft,
} from "#parking/kernel/notice/rules/fine-draft.ts";
import { amountMessageWhileTyping, fineSchema, reportSchema } from "./fine-schema.ts";

const NOW = new Date(2026, 10, 21, 9, 5);
const fine: FineDraft = { ...newFineDraft("vakt01", NOW, "12345674"), violation: "overtime" };
const report: ReportDraft = { ...newReportDraft("vakt01", NOW, "12345674"), violation: "overtime" };

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** The messages by field; the form's own message under "". */
function messages(result: ReturnType<typeof safeParse<typeof fineSchema | typeof reportSchema>>) {
  return Object.fromEntries((result.issues ?? []).map((issue) => [issue.path?.[0]?.key ?? "", issue.message]));
}

// Spec 1 §5: Fine amount: at
// Spec 1 §5: above 0 on
// Spec 1 §5: input min 1,
// Spec 4 §5: A picture of
test.each<[Partial<FineDraft>, Record<string, string>]>([
  [{}, {}],
  [{ violation: "other", customViolation: "På gräset" }, {}],
  [{ issuedBy: "", notes: "" }, {}],
  [{ violation: "" }, { violation: "Välj en överträdelse" }],
  [{ violation: "other", customViolation: "  " }, { customViolation: "Beskriv överträdelsen" }],
  [{ amount: "" }, { amount: "Beloppet måste vara större än 0 kr" }],
  [{ amount: "0" }, { amount: "Beloppet måste vara större än 0 kr" }],
  [{ amount: "50001" }, { amount: "Beloppet kan inte överstiga 50 000 kr" }],
  [{ amount: "99.5" }, { amount: "Ange beloppet i hela kronor" }],
  [{ dueDate: "" }, { dueDate: "Välj ett datum" }],
  [{ dueDate: "2026-11-21" }, {}],
  [{ dueDate: "2026-11-20" }, { dueDate: "Förfallodatumet har redan varit" }],
  [{ observedTime: "8.40", observedReason: "Sågs av vakt 2" }, {}],
  [{ observedTime: "09:05" }, {}],
  [{ observedTime: "nyss" }, { observedTime: "Ange tiden som HH:mm" }],
  [{ observedTime: "09:06" }, { observedTime: "Tiden har inte varit än" }],
  [{ observedReason: "Sågs av vakt 2" }, { observedTime: "Ange sedan när bilen har observerats" }],
  [
    { amount: "0", violation: "" },
    { amount: "Beloppet måste vara större än 0 kr", violation: "Välj en överträdelse" },
  ],
])("a fine with %j", (change, expected) => {
  expect(messages(safeParse(fineSchema, { ...fine, ...change }))).toEqual(expected);
});

test.each<[string, Record<string, string>]>([
  ["17:00", {}],
  ["17:01", { observedTime: "Tiden har inte varit än" }],
])(
  "past midnight a fine that was stored the evening before may be corrected with its own time alone: %s",
  (observedTime, expected) => {
    vi.setSystemTime(new Date(2026, 10, 21, 0, 5));
    const stored = { observedFrom: new Date(2026, 10, 20, 17).toISOString(), observedTime, observedReason: "Sågs" };
    expect(messages(safeParse(fineSchema, { ...fine, ...stored }))).toEqual(expected);
    expect(messages(safeParse(reportSchema, { ...report, ...stored }))).toEqual(expected);
    expect(safeParse(fineSchema, { ...fine, ...stored }).output).toMatchObject(stored);
  },
);

test.each<[Partial<ReportDraft>, Record<string, string>]>([
  [{}, {}],
  [{ regNumber: "ABC123", currentTime: "930" }, {}],
  [{ currentTime: "25:00" }, { currentTime: "Ange tiden som HH:mm" }],
  [{ currentDate: "" }, { currentDate: "Välj ett datum" }],
  [{ violation: "" }, { violation: "Välj en överträdelse" }],
  [{ violation: "other" }, { customViolation: "Beskriv överträdelsen" }],
  [{ amount: "50001" }, { amount: "Beloppet kan inte överstiga 50 000 kr" }],
  [{ observedReason: "Sågs" }, { observedTime: "Ange sedan när bilen har observerats" }],
])("a report with %j", (change, expected) => {
  expect(messages(safeParse(reportSchema, { ...report, ...change }))).toEqual(expected);
});

test.each([
  ["50001", "Beloppet kan inte överstiga 50 000 kr"],
  ["50000", undefined],
  ["", undefined],
  ["0", undefined],
])("while %j is typed, %s", (typed, message) => {
  expect(amountMessageWhileTyping(typed)).toBe(message);
});
