import { expect, test } from "vitest";
import { exampleText, messageText, testText, textOf } from "./messages.ts";

const PLACE = { timeZone: "Europe/Stockholm", publicUrl: null };
const NONE = { with_plate: false, with_name: false };
const BOTH = { with_plate: true, with_name: true };

// Spec rules §7: A message goes
test("each event has its words, a plate and a name only where they are ticked", () => {
  expect(exampleText("ostra-hamnen", "fine_issued", NONE, PLACE)).toBe(
    "Ny bot: ärende 12345674\nStorgatan 1 · Parkerat längre än tillåten tid · 700 kr",
  );
  expect(exampleText("ostra-hamnen", "fine_issued", BOTH, PLACE)).toBe(
    "Ny bot: ärende 12345674\nStorgatan 1 · Parkerat längre än tillåten tid · 700 kr\nRegistreringsnummer: ABC 123\nUtfärdad av: vakt01",
  );
  expect(exampleText("ostra-hamnen", "objection", NONE, PLACE)).toBe("Ärende 12345674 har bestridits");
  expect(messageText("objection", { case_number: "1", is_more: true }, BOTH, PLACE)).toBe(
    "Bestridandet i ärende 1 har kompletterats",
  );
  expect(exampleText("ostra-hamnen", "shift_waits", BOTH, PLACE)).toBe(
    "Ett skift väntar på granskning\n2026-11-21 08:00–16:00\nVakt: vakt01",
  );
  expect(exampleText("ostra-hamnen", "unit_status", NONE, PLACE)).toBe("Unit 31-1010: AVAILABLE, ACTIVE");
  expect(exampleText("721075", "call_received", NONE, PLACE)).toBe("Call 2026-0142, priority 1\nStorgatan 4 · Brand");
  expect(exampleText("721075", "alarm_raised", NONE, PLACE)).toBe("ALARM 31-1010\nStorgatan 4");
  expect(exampleText("ASE", "shift_absence", BOTH, PLACE)).toBe(
    "Somebody cannot come: a place is open\n2026-11-21 07:00–15:00\nParamedic · Ystad\nEmployee: ASE-001",
  );
  expect(exampleText("ASE", "shift_changed", NONE, PLACE)).toMatch(
    /^A planned shift has changed\n2026-11-21 07:00–15:00\n/,
  );
  expect(exampleText("ASE", "certificate_expires", BOTH, PLACE)).toBe("A certificate expires soon\nEmployee: ASE-001");
  expect(exampleText("ASE", "vehicle_out_of_service", BOTH, PLACE)).toBe(
    "7411 is out of service\nBrakes\nEmployee: ASE-001",
  );
  expect(messageText("shift_changed", { count: 3 }, NONE, PLACE)).toBe("3 planned shifts have changed");
});

test("a shift over midnight says both days", () => {
  const facts = { start_time: "2026-11-21T21:00:00Z", end_time: "2026-11-22T03:00:00Z" };
  expect(messageText("shift_waits", facts, NONE, PLACE)).toContain("2026-11-21 22:00–2026-11-22 04:00");
});

test("a fact that was ticked off since the message was made is not sent", () => {
  const row = { event: "objection", facts: { case_number: "1", plate: "ABC 123", name: "Åsa" } };
  expect(textOf(row, { ...NONE, events: [] }, PLACE)).toBe("Ärende 1 har bestridits");
});

test("a typed text becomes one line and is escaped for its reader's program; the words around it are not escaped", () => {
  const facts = { case_number: "1", name: "Åsa\r\nBcc: alla@example.se\u202E*fet*" };
  expect(messageText("objection", facts, BOTH, PLACE, (typed) => typed.replaceAll("*", "\\*"))).toBe(
    "Ärende 1 har bestridits\nFrån: Åsa Bcc: alla@example.se \\*fet\\*",
  );
});

// Spec rules §7: A message about
test("a message about a case ends with the address of its page, if the address of the screens is set", () => {
  const place = { ...PLACE, publicUrl: "https://parkering.example" };
  const facts = { case_number: "12345674", project: "östra", name: "Åsa" };
  expect(messageText("objection", facts, BOTH, place)).toBe(
    "Ärende 12345674 har bestridits\nFrån: Åsa\nhttps://parkering.example/%C3%B6stra/cases/12345674",
  );
  expect(messageText("objection", facts, BOTH, PLACE)).not.toContain("http");
  expect(exampleText("ostra-hamnen", "fine_issued", NONE, place)).toMatch(
    /\nhttps:\/\/parkering\.example\/ostra-hamnen\/cases\/12345674$/,
  );
  expect(exampleText("ostra-hamnen", "shift_waits", NONE, place)).not.toContain("http");
  expect(exampleText("721075", "unit_status", NONE, place)).not.toContain("http");
});

test("the test says what it is and shows each message of the receiver", () => {
  expect(testText("ostra-hamnen", ["shift_waits", "objection"], NONE, PLACE)).toBe(
    "Prov från ostra-hamnen. Så här ser meddelandena ut:\n\nÄrende 12345674 har bestridits\n\nEtt skift väntar på granskning\n2026-11-21 08:00–16:00",
  );
  expect(testText("721075", ["unit_status", "objection"], NONE, PLACE)).toBe(
    "Test from 721075. This is what messages look like:\n\nUnit 31-1010: AVAILABLE, ACTIVE",
  );
});
