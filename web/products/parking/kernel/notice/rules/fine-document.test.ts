import { expect, test, vi } from "vitest";
import { type DocumentFacts, reportDocument, ticketDocument } from "./fine-document.ts";
import { newFineDraft, newReportDraft } from "./fine-draft.ts";
import { choicesOf, violationText } from "./violation-choices.ts";

const NOW = new Date(2026, 10, 21, 9, 5);
const parking = {
  ref_number: " ABC123 ",
  car_model: "Volvo V60",
  car_color: "Röd",
  street: "Åkergränd 1",
  discord_username: null,
  start_time: "2026-11-21T08:00:00Z",
  end_time: "2026-11-21T10:00:00Z",
};

const NUMBER = "12345674";
const facts: DocumentFacts = {
  siteName: "Östra hamnen",
  choices: choicesOf(undefined),
  settings: null,
  stored: undefined,
  isDraft: true,
};

/** Swedish grouping uses non-breaking spaces; this makes plain spaces of them. */
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("a document shows its parking and its draft", () => {
  const draft = { ...newFineDraft("vakt01", NOW, NUMBER), amount: "12500", notes: " Stod kvar. " };
  const data = ticketDocument(draft, parking, { ...facts, issuedAt: NOW });
  expect(data).toMatchObject({
    kind: "ticket",
    title: "Parkeringsbot",
    siteName: "Östra hamnen",
    caseNumber: draft.caseNumber,
    issuedAt: "21 november 2026 kl. 09:05",
    issuedBy: "vakt01",
    plate: "ABC123",
    vehicle: [
      ["Bilmodell", "Volvo V60"],
      ["Färg", "Röd"],
      ["Gata", "Åkergränd 1"],
      ["Discord-användarnamn", "Ej angivet"],
      ["Registrerad parkering", "2026-11-21 09:00 – 2026-11-21 11:00"],
    ],
    dueDate: "5 december 2026",
    notes: "Stod kvar.",
  });
  expect(plain(data.amount)).toBe("12 500 kr");
});

test.each(["", "0", "50001", "7.5"])("the amount %j is not written on a document", (amount) => {
  const data = ticketDocument({ ...newFineDraft("vakt01", NOW, NUMBER), amount }, parking, { ...facts, issuedAt: NOW });
  expect(data.amount).toBe("–");
});

test.each([
  ["09:05", "21 november 2026 kl. 09:05"],
  ["9.05", "21 november 2026 kl. 09:05"],
  ["9:", "21 november 2026"],
])("a report of %s is dated %s", (currentTime, issuedAt) => {
  const draft = { ...newReportDraft("vakt01", NOW, NUMBER), currentTime, regNumber: "abc 123" };
  expect(reportDocument(draft, facts)).toMatchObject({
    kind: "report",
    title: "Rapport",
    plate: "ABC 123",
    issuedAt,
  });
});

test("a report without a plate is no case: it has no number, no amount and no way to pay", () => {
  const settings = {
    legal_line: "Kontrollavgift",
    issuer_name: "Hamnparkering AB",
    vat_percent: 25,
    payment_methods: [{ kind: "bankgiro", value: "5555-5555" }],
  } as DocumentFacts["settings"];
  const draft = newReportDraft("vakt01", NOW, NUMBER);
  const lines = [
    ["Utfärdare", "Hamnparkering AB"],
    ["Personuppgifter", "Ansvarig: Hamnparkering AB"],
  ];
  const paper = { isCase: false, legalLine: "", closing: [], lines };
  expect(reportDocument(draft, { ...facts, settings })).toMatchObject(paper);
  expect(reportDocument({ ...draft, regNumber: "ABC123" }, { ...facts, settings })).toMatchObject({ isCase: true });
});

// Spec 1 §5: Violation choices: stopped
// Spec 1 §5: parked longer than
// Spec 1 §5: parked in a disabled
// Spec 1 §5: parked in an
// Spec 1 §5: "Övrigt" (other) with
test.each([
  ["", "", "–"],
  ["no-stopping", "", "Stannat eller parkerat där det är förbjudet att stanna"],
  ["overtime", "", "Parkerat längre än tillåten tid"],
  ["disabled-space", "", "Parkerat på plats för rörelsehindrade utan tillstånd"],
  ["charging-space", "", "Parkerat på laddplats utan att ladda"],
  ["other", "", "Övrigt"],
  ["other", " På gräset ", "På gräset"],
] as const)("the violation %j with the text %j reads %j", (violation, customViolation, text) => {
  expect(
    violationText({ ...newFineDraft("vakt01", NOW, NUMBER), violation, customViolation }, choicesOf(undefined)),
  ).toBe(text);
});

// Spec rules §4: The notice says
test("a stored fine shows the parts that the law and the site require (document 4 §7)", () => {
  const settings = {
    legal_line: "Kontrollavgift – betalningsuppmaning enligt lag (1984:318)",
    issuer_name: "Hamnparkering AB",
    org_number: "556677-8899",
    principal: "Ystads hamn",
    contact_phone: "0411-12 34 56",
    contact_email: "parkering@hamnen.example",
    privacy_url: "https://hamnen.example/personuppgifter",
    vat_percent: 25,
    payment_methods: [
      { kind: "bankgiro", value: "5555-5555" },
      { kind: "swish", value: "1231231231", text: "Swish 123 123 12 31" },
    ],
  } as DocumentFacts["settings"];
  const stored = {
    public_key: "abcdefghijklmnopqrstuv",
    observed_from: "2026-11-21T07:52:00Z",
    issued_at: "2026-11-21T08:05:00Z",
    violation_code: "02",
    delivery: "fixed",
  } as DocumentFacts["stored"];
  vi.stubGlobal("window", { location: { host: "p.example", origin: "https://p.example" } });
  const data = ticketDocument(newFineDraft("vakt01", NOW, NUMBER), parking, {
    ...facts,
    settings,
    stored,
    issuedAt: NOW,
  });
  vi.unstubAllGlobals();
  expect(data).toMatchObject({
    title: "Parkeringsbot",
    legalLine: "Kontrollavgift – betalningsuppmaning enligt lag (1984:318)",
    caseAddress: "https://p.example/case/abcdefghijklmnopqrstuv",
    lines: [
      ["Observerad", "2026-11-21 08:52–09:05"],
      ["Överträdelsekod", "02"],
      ["Utfärdare", "Hamnparkering AB · 556677-8899 · 0411-12 34 56 · parkering@hamnen.example"],
      ["På uppdrag av", "Ystads hamn"],
      ["Moms", "25 % ingår"],
      ["Bankgiro", "5555-5555"],
      ["Swish", "123 123 12 31"],
      ["Bestrida", "Före betalning, på p.example/case"],
      ["Obetald", "Påminnelse skickas, därefter kan skulden lämnas till inkasso"],
      ["Lämnad", "Fäst på bilen"],
      ["Personuppgifter", "Ansvarig: Hamnparkering AB · 556677-8899 · https://hamnen.example/personuppgifter"],
    ],
  });
  expect(data.closing.join(" ")).toContain("Ange ärendenumret när du betalar.");
});

// Spec rules §4: A fine is
test.each([
  [60, true, "Påminnelse skickas med en avgift på 60 kr, därefter kan skulden lämnas till inkasso"],
  [0, true, "Påminnelse skickas, därefter kan skulden lämnas till inkasso"],
  [60, false, "Påminnelse skickas, därefter kan skulden lämnas till inkasso"],
])("a reminder's fee of %i that is agreed: %s", (reminder_fee, fee_is_agreed, words) => {
  vi.stubGlobal("window", { location: { host: "p.example", origin: "https://p.example" } });
  const settings = { reminder_fee, fee_is_agreed, payment_methods: [] } as unknown as DocumentFacts["settings"];
  const stored = { public_key: "k", observed_from: "", issued_at: "", violation_code: "", delivery: null };
  const data = ticketDocument(newFineDraft("vakt01", NOW, NUMBER), parking, {
    ...facts,
    settings,
    stored,
    issuedAt: NOW,
  });
  vi.unstubAllGlobals();
  const said = data.lines.find(([label]) => label === "Obetald")?.[1] ?? "";
  expect(plain(said)).toBe(words);
});

// Spec rules §4: A notice keeps
test.each([
  [{ vat_percent: 25, agreed_fee: 60 }, "25 % ingår", "med en avgift på 60 kr"],
  [{ vat_percent: null, agreed_fee: 0 }, undefined, "Påminnelse skickas, därefter"],
  // A fine that still waits on the phone has the site's terms.
  [{}, undefined, "med en avgift på 45 kr"],
])("the notice of a case with %j keeps its VAT and fee, whatever the site has today", (kept, vat, unpaid) => {
  vi.stubGlobal("window", { location: { host: "p.example", origin: "https://p.example" } });
  const settings = { reminder_fee: 45, fee_is_agreed: true, vat_percent: null } as DocumentFacts["settings"];
  const stored = { public_key: "k", observed_from: "", issued_at: "", violation_code: "", delivery: null, ...kept };
  const draft = newFineDraft("vakt01", NOW, NUMBER);
  const lines = new Map(ticketDocument(draft, parking, { ...facts, settings, stored, issuedAt: NOW }).lines);
  vi.unstubAllGlobals();
  expect(lines.get("Moms")).toBe(vat);
  expect(plain(lines.get("Obetald") ?? "")).toContain(unpaid);
});
