import { expect, test } from "vitest";
import { gapsOf } from "../../case/fill-fields.ts";
import { fillTemplate, templateFacts, unknownFields, withDueDate } from "./fill-template.ts";

const fine = {
  case_number: "12345674",
  plate: "tao98n",
  street: "Åkergränd 1",
  issued_at: "2026-11-21T08:30:00Z",
  violation_text: "Parkerat på gångbana",
  amount: 700,
  left_ore: 50_000,
  paid_ore: 20_000,
};
const at = {
  fine,
  name: "Åsa Berg",
  decision: "rejected" as const,
  isSettled: false,
  dueDate: "2026-12-06",
  issuer: "Hamnparkering AB",
  siteName: "Östra hamnen",
};

/** Intl writes non-breaking spaces; this makes plain spaces of them. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

// Spec 4 §5: Bestridna is a
test.each([
  ["{ärendenummer} {registreringsnummer}", "12345674 TAO 98N"],
  ["{Plats} den {tid}", "Åkergränd 1 den 21 november 2026 kl. 09:30"],
  ["{ överträdelse }: {belopp}, kvar {kvar}", "Parkerat på gångbana: 700 kr, kvar 500 kr"],
  ["Senast {ny förfallodag}", "Senast 6 december 2026"],
  ["{betalning}", "Du ska betala 500 kr senast den 6 december 2026. Ange ärendenummer 12345674 när du betalar."],
  ["Hej {namn}, från {utfärdare}", "Hej Åsa Berg, från Hamnparkering AB"],
  ["{okänt} och {}", "{okänt} och {}"],
])("%j is filled in as %j", (template, filled) => {
  expect(plain(fillTemplate(template, templateFacts(at)))).toBe(filled);
});

test.each([
  ["accepted", false, 20_000, "Du ska inte betala något. 200 kr som är betalt betalas tillbaka."],
  ["accepted", false, 0, "Du ska inte betala något."],
  ["rejected", true, 70_000, "Avgiften är betald. Du ska inte betala något mer."],
] as const)("what is paid after %s, settled %s, with %i öre: %j", (decision, isSettled, paid_ore, words) => {
  const facts = templateFacts({ ...at, decision, isSettled, fine: { ...fine, paid_ore } });
  expect(plain(facts.betalning)).toBe(words);
  expect(facts["ny förfallodag"]).toBe("");
});

test("a missing fact leaves its field visible, so that no gap is sent; the site's name replaces a missing place and issuer", () => {
  const facts = templateFacts({ ...at, name: " ", issuer: "", fine: { ...fine, street: "" } });
  const filled = fillTemplate("Hej {namn}! {plats}, {utfärdare}. {namn}", facts);
  expect(filled).toBe("Hej {namn}! Östra hamnen, Östra hamnen. {namn}");
  expect(gapsOf(filled)).toEqual(["{namn}"]);
  expect(gapsOf("Allt är ifyllt.")).toEqual([]);
});

test("unknown fields are listed", () => {
  expect(unknownFields("{ÄRENDENUMMER} {plats} {kungen}")).toEqual(["{kungen}"]);
});

test("a fact that looks like a field or a pattern is inserted unchanged", () => {
  const facts = templateFacts({ ...at, name: "$& {plats}" });
  expect(fillTemplate("{namn}", facts)).toBe("$& {plats}");
});

test("a reply follows its new due date, also with the person's own text around it", () => {
  const reply = "Betala senast den 6 december 2026, tack.";
  expect(withDueDate(reply, "2026-12-06", "2026-12-20")).toBe("Betala senast den 20 december 2026, tack.");
});
