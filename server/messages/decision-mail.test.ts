import { expect, test } from "vitest";
import { decisionMail } from "#functions/deliver-messages/decision-mail.ts";

const decided = (facts: Record<string, string | number>) => ({
  facts: { case_number: "12345674", due_date: "2026-12-24", ...facts },
  reply: "Biljetten gällde en annan zon.",
  public_key: "AAAAAAAAAAAAAAAAAAAAAA",
  issuer_name: "Hamnbolaget",
});

// Spec 4 §5: Bestridna is a
test("a rejection says why, what is left and where the case is read", () => {
  expect(decisionMail(decided({ decision: "rejected", left_ore: 70_000 }), "https://parkering.example")).toEqual({
    subject: "Beslut om ditt bestridande, ärende 12345674",
    text: [
      "Ditt bestridande i ärende 12345674 har avslagits.",
      "Biljetten gällde en annan zon.",
      "Kvar att betala: 700 kr, senast 2026-12-24.",
      "Är du inte nöjd kan du begära prövning i tingsrätten.",
      "Ärendet: https://parkering.example/case/AAAAAAAAAAAAAAAAAAAAAA",
      "Hamnbolaget",
    ].join("\n\n"),
  });
});

test("a rejection whose own words name the court names it once", () => {
  const reply = "Boten står fast. Är du inte nöjd kan du begära prövning i tingsrätten.";
  const { text } = decisionMail({ ...decided({ decision: "rejected", left_ore: 0 }), reply }, null);
  expect(text.match(/tingsrätten/g)).toHaveLength(1);
});

test("a withdrawn case asks for nothing and is neither granted nor rejected", () => {
  const { text } = decisionMail({ ...decided({ decision: "withdrawn", left_ore: 0 }), reply: null }, null);
  expect(text).toBe("Boten är makulerad. Ditt bestridande i ärende 12345674 är därmed avslutat.\n\nHamnbolaget");
});

// Spec 4 §5: Driver, Swedish with
test("a driver who objected in English gets an English mail, in which the office's own words stay", () => {
  const told = { decision: "rejected", left_ore: 70_050, lang: "en" };
  expect(decisionMail(decided(told), "https://parkering.example")).toEqual({
    subject: "Decision on your objection, case 12345674",
    text: [
      "Your objection in case 12345674 has been rejected.",
      "Biljetten gällde en annan zon.",
      "Left to pay: 700,50 kr, by 2026-12-24.",
      "If you are not satisfied, you can ask the district court to try the case.",
      "The case: https://parkering.example/case/AAAAAAAAAAAAAAAAAAAAAA",
      "Hamnbolaget",
    ].join("\n\n"),
  });
});

test.each([
  ["accepted", "Your objection in case 12345674 has been accepted. The parking fine has been removed."],
  ["withdrawn", "The fine has been withdrawn. That closes your objection in case 12345674."],
])("%s in English: %s", (decision, words) => {
  const { text } = decisionMail({ ...decided({ decision, left_ore: 0, lang: "en" }), reply: null }, null);
  expect(text).toBe(`${words}\n\nHamnbolaget`);
});

test("an accepted objection asks for nothing, and a server without an address of its own leaves it out", () => {
  const { text } = decisionMail(decided({ decision: "accepted", left_ore: 0 }), null);
  expect(text).toBe(
    "Ditt bestridande i ärende 12345674 har godkänts. Kontrollavgiften är borttagen.\n\nBiljetten gällde en annan zon.\n\nHamnbolaget",
  );
});
