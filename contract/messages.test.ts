import { expect, test } from "vitest";
import { exampleText, messageText, testText, textOf } from "./messages.ts";

const ZONE = "Europe/Stockholm";
const NONE = { with_plate: false, with_name: false };
const BOTH = { with_plate: true, with_name: true };

test("each event has its words, a plate and a name only where they are ticked", () => {
  expect(exampleText("fine_issued", NONE, ZONE)).toBe(
    "Ny bot: ärende 12345674\nStorgatan 1 · Parkerat längre än tillåten tid · 700 kr",
  );
  expect(exampleText("fine_issued", BOTH, ZONE)).toBe(
    "Ny bot: ärende 12345674\nStorgatan 1 · Parkerat längre än tillåten tid · 700 kr\nRegistreringsnummer: ABC 123\nUtfärdad av: vakt01",
  );
  expect(exampleText("objection", NONE, ZONE)).toBe("Ärende 12345674 har bestridits");
  expect(messageText("objection", { case_number: "1", is_more: true }, BOTH, ZONE)).toBe(
    "Bestridandet i ärende 1 har kompletterats",
  );
  expect(exampleText("shift_waits", BOTH, ZONE)).toBe(
    "Ett skift väntar på granskning\n2026-11-21 08:00–16:00\nVakt: vakt01",
  );
  expect(exampleText("unit_status", NONE, ZONE)).toBe("Unit 31-1010: AVAILABLE, ACTIVE");
});

test("a shift over midnight says both days", () => {
  const facts = { start_time: "2026-11-21T21:00:00Z", end_time: "2026-11-22T03:00:00Z" };
  expect(messageText("shift_waits", facts, NONE, ZONE)).toContain("2026-11-21 22:00–2026-11-22 04:00");
});

test("what was ticked off since the message was made goes no more", () => {
  const row = { event: "objection", facts: { case_number: "1", plate: "ABC 123", name: "Åsa" } };
  expect(textOf(row, { ...NONE, events: [] }, ZONE)).toBe("Ärende 1 har bestridits");
});

test("what somebody typed is one line, and written for where it is read; the words around it are not", () => {
  const facts = { case_number: "1", name: "Åsa\r\nBcc: alla@example.se\u202E*fet*" };
  expect(messageText("objection", facts, BOTH, ZONE, (typed) => typed.replaceAll("*", "\\*"))).toBe(
    "Ärende 1 har bestridits\nFrån: Åsa Bcc: alla@example.se \\*fet\\*",
  );
});

test("the test says what it is and shows each message of the receiver", () => {
  expect(testText("ostra-hamnen", ["shift_waits", "objection"], NONE, ZONE)).toBe(
    "Prov från ostra-hamnen. Så här ser meddelandena ut:\n\nÄrende 12345674 har bestridits\n\nEtt skift väntar på granskning\n2026-11-21 08:00–16:00",
  );
  expect(testText("721075", ["unit_status", "objection"], NONE, ZONE)).toBe(
    "Test from 721075. This is what messages look like:\n\nUnit 31-1010: AVAILABLE, ACTIVE",
  );
});
