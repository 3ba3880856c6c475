import { expect, test } from "vitest";
import { decisionMail } from "#functions/deliver-messages/decision-mail.ts";

const decided = (facts: Record<string, string | number>) => ({
  facts: { case_number: "12345674", due_date: "2026-12-24", ...facts },
  reply: "Biljetten gällde en annan zon.",
  public_key: "AAAAAAAAAAAAAAAAAAAAAA",
  issuer_name: "Hamnbolaget",
});

test("a rejection says why, what is left and where the case is read", () => {
  expect(decisionMail(decided({ decision: "rejected", left_ore: 70_000 }), "https://parkering.example")).toEqual({
    subject: "Beslut om ditt bestridande, ärende 12345674",
    text: [
      "Ditt bestridande i ärende 12345674 har avslagits.",
      "Biljetten gällde en annan zon.",
      "Kvar att betala: 700 kr, senast 2026-12-24.",
      "Ärendet: https://parkering.example/case/AAAAAAAAAAAAAAAAAAAAAA",
      "Hamnbolaget",
    ].join("\n\n"),
  });
});

test("a withdrawn case asks for nothing and is neither granted nor rejected", () => {
  const { text } = decisionMail({ ...decided({ decision: "withdrawn", left_ore: 0 }), reply: null }, null);
  expect(text).toBe("Boten är makulerad. Ditt bestridande i ärende 12345674 är därmed avslutat.\n\nHamnbolaget");
});

test("an accepted objection asks for nothing, and a server without an address of its own leaves it out", () => {
  const { text } = decisionMail(decided({ decision: "accepted", left_ore: 0 }), null);
  expect(text).toBe(
    "Ditt bestridande i ärende 12345674 har godkänts. Kontrollavgiften är borttagen.\n\nBiljetten gällde en annan zon.\n\nHamnbolaget",
  );
});
