import { expect, test } from "vitest";
import { CASE_TRANSITIONS, FINE_WARNINGS } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { caseTexts } from "./case-texts.ts";
import { describeEvent, reasonInWords } from "./describe-event.ts";

const event = (kind: string, over: Partial<FineEvent> = {}): FineEvent => ({
  id: "event",
  number: 2,
  kind,
  by_kind: "admin",
  by_id: "admin01",
  at: "2026-11-21T08:00:00Z",
  note: null,
  data: {},
  status_before: "issued",
  status_after: "issued",
  ...over,
});

const BANKGIRO = { id: "p", method: "bankgiro", amount_ore: 1, value_date: "", file_id: null, part_of: null };

/** Intl writes non-breaking spaces; this makes plain spaces of them. */
const said = (described: FineEvent) => {
  const { title, lines } = describeEvent(described, [BANKGIRO]);
  return [title, ...lines].map((text) => text.replace(/\s/g, " "));
};

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test.each([
  [
    event("issued", { status_before: null, data: { amount: 700, due_date: "2026-12-05" } }),
    ["Boten utfärdades", "700 kr", "Förfaller 2026-12-05"],
  ],
  [
    event("payment", { data: { payment_id: "p", amount_ore: 70_050, value_date: "2026-11-20" }, status_after: "paid" }),
    ["Betalning: 700,50 kr", "Betalningsdag 2026-11-20", "Bankgiro", "Utfärdat → Betalt"],
  ],
  [event("refunded", { data: { payment_id: "q", amount_ore: -5000 } }), ["Återbetalning: 50 kr"]],
  [
    event("withdrawn", { note: "Fel bil", data: { ground: "giltig rätt" }, status_after: "withdrawn" }),
    ["Ärendet makulerades", "Grund: Giltig rätt att stå", "Utfärdat → Makulerat", "Fel bil"],
  ],
  [
    event("reminded", { data: { due_date: "2026-12-20", fee: 60 }, status_after: "reminded" }),
    ["Påminnelse", "Förfaller 2026-12-20", "Avgift 60 kr", "Utfärdat → Påmint"],
  ],
  [event("reminded", { data: { due_date: "2026-12-20", fee: 0 } }), ["Påminnelse", "Förfaller 2026-12-20"]],
  [event("delivered", { data: { delivery: "handed" } }), ["Överlämning", "Överlämnad"]],
  [
    event("corrected", {
      data: {
        before: {
          amount: 900,
          street: "",
          delivery: null,
          violation_id: "a key",
          observed_from: "2026-11-21T07:00:00Z",
        },
      },
    }),
    [
      "Boten rättades",
      "Belopp var 900 kr",
      "Gata var Ej angivet",
      "Överlämning var Ej angivet",
      "Observerad från var 2026-11-21 08:00",
    ],
  ],
  [event("noted", { note: "Ringde" }), ["Anteckning", "Ringde"]],
  [event("of-tomorrow"), ["of-tomorrow"]],
])("%o in words", (described, words) => {
  expect(said(described)).toEqual(words);
});

test.each([
  [event("noted"), "Administratör admin01"],
  [event("noted", { by_kind: "attendant", by_id: "vakt01" }), "Parkeringsvakt vakt01"],
  [event("objected", { by_kind: "driver", by_id: null }), "Föraren"],
])("by whom", (described, by) => {
  expect(describeEvent(described, []).by).toBe(by);
});

test("every event and every warning of the contract has words", () => {
  for (const { kind } of CASE_TRANSITIONS) expect(caseTexts.events[kind]).toBeDefined();
  for (const code of FINE_WARNINGS) expect(caseTexts.reasons[code]).toBeDefined();
});

test.each([
  [{ code: "in-grace", reason: "Stod på trottoaren" }, "Respittid: Stod på trottoaren"],
  [{ code: "few-photos" }, "För få bilder"],
  [{ code: "no-place", reason: "Syns på bilden" }, "Utan plats: Syns på bilden"],
  [
    { code: "removed-parking", reason: "Fel bil", at: "2026-11-21T13:02:00Z", by: "vakt01" },
    "Parkeringen togs bort 2026-11-21 14:02 av vakt01: Fel bil",
  ],
  [{ code: "PK002", words: "Förfallodatumet har passerat." }, "Förfallodatumet har passerat."],
  [{ code: "PK003" }, "Ärendenumret var inte vaktens, eller redan använt"],
  [{ code: "of-tomorrow" }, "Annat"],
])("%o in words", (reason, words) => {
  expect(reasonInWords(reason)).toBe(words);
});
