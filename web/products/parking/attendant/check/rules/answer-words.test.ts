import { expect, test } from "vitest";
import type { PlateCheck } from "#data/plate_checks/mutations.ts";
import { answerWords } from "./answer-words.ts";
import { historyOf } from "./history.ts";

const NOW = Date.parse("2026-11-21T14:18:00+01:00");
const answer = (part: Partial<PlateCheck>): PlateCheck => ({
  outcome: "none",
  until: null,
  since: null,
  registered_at: null,
  parking: null,
  permit: null,
  similar: [],
  fines: [],
  parkings: [],
  checks: [],
  ...part,
});
const at = (time: string) => `2026-11-21T${time}:00+01:00`;

// Spec 4 §5: On top, always
// Spec 4 §5: The answer is
test.each([
  [
    { outcome: "valid", until: at("15:30"), registered_at: at("14:02") },
    "GILTIG|till 15:30|1 h 12 min kvar, registrerad 14:02",
  ],
  [{ outcome: "permit", until: null }, "TILLSTÅND|tills vidare|"],
  [{ outcome: "permit", until: "2026-12-01T12:00:00+01:00" }, "TILLSTÅND|till 2026-12-01 12:00|9 d 21 h kvar"],
  [{ outcome: "not_yet", since: at("18:00"), until: at("20:00") }, "BÖRJAR|18:00|"],
  [{ outcome: "grace", until: at("14:21"), since: at("14:16") }, "RESPITTID||3 min kvar"],
  [{ outcome: "expired", until: at("14:12"), since: at("14:12") }, "UTGÅNGEN|sedan 6 min|"],
  [{ outcome: "none" }, "INGEN PARKERING||"],
] as const)("%j reads %s", (part, words) => {
  const { word, beside, more } = answerWords(answer(part), NOW);
  expect([word, beside, more].join("|")).toBe(words);
});

test.each([
  [{ outcome: "valid", until: at("14:17") }, "KONTROLLERA IGEN||Svaret gällde till 14:17"],
  [{ outcome: "grace", until: at("14:18") }, "KONTROLLERA IGEN||Svaret gällde till 14:18"],
  [{ outcome: "not_yet", since: at("14:10"), until: at("20:00") }, "KONTROLLERA IGEN||Svaret gällde till 14:10"],
] as const)("%j has been overtaken: %s", (part, words) => {
  const { word, beside, more, isOver } = answerWords(answer(part), NOW);
  expect([[word, beside, more].join("|"), isOver]).toEqual([words, true]);
});

// Spec 4 §5: On top, always
// Spec 4 §5: The answer is
test("past events are one timeline, newest first", () => {
  const car = { car_model: "", car_color: "", street: "Kajen" };
  const events = historyOf(
    answer({
      parkings: [{ id: "p", start_time: at("10:00"), end_time: at("12:00"), created_at: at("09:59"), ...car }],
      checks: [{ id: "c", checked_at: at("13:00"), outcome: "expired" }],
      fines: [
        {
          id: "f",
          case_number: "12345674",
          issued_at: at("13:05"),
          kind: "ticket",
          street: "Kajen",
          violation_text: "För länge",
          status: "issued",
        },
      ],
    }),
  );
  expect(events.map(({ text }) => text)).toEqual([
    "Bot 12345674 · För länge",
    "Kontroll: UTGÅNGEN",
    "Parkering 2026-11-21 10:00 – 12:00\u00A0· Kajen",
  ]);
});
