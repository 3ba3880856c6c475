import { describe, expect, test } from "vitest";
import type { ClaimChange, CasePaper, SentCase } from "#data/fines/letters.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { toCsv } from "#shared/format/csv.ts";
import { changesTable, collectionTable, ownerRequestTable } from "./case-tables.ts";
import { letterOf } from "./letter.ts";

const FINE: CasePaper = {
  id: "fine",
  project_id: "hamnen",
  case_number: "12345674",
  public_key: "abcdefghijklmnopqrstuv",
  plate: "tao98n",
  car_model: "Volvo V60",
  car_color: "Röd",
  street: "Åkergränd 1",
  observed_from: "2026-11-02T07:10:00Z",
  issued_at: "2026-11-02T07:25:00Z",
  issued_by: "vakt01",
  violation_code: "04",
  violation_text: "Parkerat på gångbana",
  delivery: "fixed",
  status: "reminded",
  last_event: "event",
  amount: 700,
  vat_percent: 25,
  fee: 60,
  paid_ore: 20_050,
  left_ore: 55_950,
  due_date: "2026-12-06",
  first_due: "2026-11-16",
  reminded_at: "2026-11-22T08:00:00Z",
  rejected_at: null,
  sender_address: "Box 12, 271 30 Ystad",
  recipient: {
    role: "owner",
    name: "Åsa Öberg",
    address: "c/o Berg\nStorgatan 1\n123 45 MALMÖ",
    id_number: "19800101-1234",
    source: "Transportstyrelsen",
  },
};
const SETTINGS = {
  issuer_name: "Hamnens Parkering AB",
  org_number: "556000-0000",
  principal: "Östra Hamnen Samfällighet",
  legal_line: "Kontrollavgift – betalningsuppmaning enligt lag (1984:318)",
  contact_email: "hej@hamnen.example",
  contact_phone: "08-123 45",
  privacy_url: "https://hamnen.example/gdpr",
  payment_methods: [
    { kind: "bankgiro", value: "123-4567" },
    { kind: "swish", value: "1231231231", text: "123 123 12 31" },
  ],
  vat_percent: null,
} as unknown as SiteSettings;

/** Intl writes special spaces and minus signs; this makes plain ones of them. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[\u00a0\u202f]/g, " ")
      .replaceAll("−", "-"),
  );
const letter = (over: Partial<CasePaper> = {}, settings: SiteSettings | null = SETTINGS) =>
  plain(
    letterOf({ ...FINE, ...over }, { settings, date: "2026-11-22", due: "2026-12-06", origin: "https://park.example" }),
  ) as ReturnType<typeof letterOf>;

describe("a reminder", () => {
  test("leads nobody to an address that drivers cannot reach", () => {
    const told = letterOf(FINE, { settings: SETTINGS, date: "2026-11-22", due: "2026-12-06", origin: undefined });
    expect(told.caseAddress).toBeUndefined();
    expect(JSON.stringify(told)).not.toMatch(/\/case|undefined/);
    expect(told.closing).toContain(
      "Anser du att avgiften är felaktig? Bestrid den innan du betalar, genom att höra av dig till oss.",
    );
  });

  test("begins in the site's own words, with the facts of the case in their fields", () => {
    const reminder_text =
      "Hej!\nVi saknar {kvar} för {registreringsnummer}, senast {Förfallodag} ({ärendenummer}, {?}).";
    expect(letter({}, { ...SETTINGS, reminder_text }).intro).toBe(
      "Hej!\nVi saknar 559,50 kr för TAO 98N, senast 6 december 2026 (12345674, {?}).",
    );
    expect(letter({}, { ...SETTINGS, reminder_text: " " }).intro).toBe(letter().intro);
  });

  // Spec rules §6: A reminder says
  test("has all lines of the notice, then the sums, the due date, how to pay and where to object, in this order", () => {
    expect(letter()).toEqual({
      caseNumber: "12345674",
      caseAddress: "https://park.example/case/abcdefghijklmnopqrstuv",
      sender: ["Hamnens Parkering AB", "Box 12, 271 30 Ystad", "556000-0000", "08-123 45", "hej@hamnen.example"],
      recipient: ["Åsa Öberg", "c/o Berg", "Storgatan 1", "123 45 MALMÖ"],
      date: "Datum 22 november 2026",
      legalLine: "Kontrollavgift – betalningsuppmaning enligt lag (1984:318)",
      intro:
        "Vi har inte fått betalt för kontrollavgiften nedan. Betala det som är kvar senast på den nya förfallodagen.",
      facts: [
        ["Ärendenummer", "12345674"],
        ["Registreringsnummer", "TAO 98N"],
        ["Fordon", "Volvo V60, Röd"],
        ["Plats", "Åkergränd 1"],
        ["Observerad", "2026-11-02 08:10–08:25"],
        ["Överträdelse", "04 Parkerat på gångbana"],
        ["Utfärdad", "2026-11-02 08:25 av vakt01"],
        ["Lämnad", "Fäst på bilen"],
        ["På uppdrag av", "Östra Hamnen Samfällighet"],
        ["Första förfallodag", "16 november 2026"],
      ],
      sums: [
        ["Kontrollavgift (varav moms, 25 % ingår)", "700 kr"],
        ["Påminnelseavgift", "60 kr"],
        ["Betalt", "-200,50 kr"],
        ["Kvar att betala", "559,50 kr"],
      ],
      left: "559,50 kr",
      due: "6 december 2026",
      pay: [
        ["Bankgiro", "123-4567"],
        ["Swish", "123 123 12 31"],
        ["Ange som referens", "12345674"],
      ],
      closing: [
        "Är beloppet inte betalt senast den 6 december 2026 kan skulden lämnas till inkasso, vilket kan medföra fler kostnader.",
        "Anser du att avgiften är felaktig? Bestrid den innan du betalar, på park.example/case med ärendenummer och registreringsnummer, eller genom att höra av dig till oss.",
        "Fordonets ägare och dess förare svarar båda för avgiften. Ägde du inte fordonet den 2 november 2026, eller var det då stulet, hör av dig till oss med det som visar det.",
        "Ansvarig för personuppgifter: Hamnens Parkering AB, 556000-0000, https://hamnen.example/gdpr",
        "Namn och adress kommer från: Transportstyrelsen",
      ],
    });
  });

  // Spec rules §6: A reminder says
  test("has the VAT of the fine, whatever the site's is today", () => {
    const [first] = letter({ vat_percent: null }, { ...SETTINGS, vat_percent: 25 }).sums;
    expect(first).toEqual(["Kontrollavgift", "700 kr"]);
  });

  test("leaves out a missing VAT, fee, payment, recipient or settings", () => {
    const nothing = { sender_address: null, vat_percent: null, fee: 0, paid_ore: 0, left_ore: 70_000, recipient: null };
    const { sums, pay, sender, closing } = letter(nothing, null);
    expect(sums).toEqual([
      ["Kontrollavgift", "700 kr"],
      ["Kvar att betala", "700 kr"],
    ]);
    expect(pay).toEqual([["Ange som referens", "12345674"]]);
    expect(sender).toEqual([]);
    expect(closing).toHaveLength(3);
  });

  test("fits its address to the window, with the town", () => {
    const address = [...Array.from({ length: 12 }, (_, n) => `rad ${n}`), "123 45 MALMÖ"].join("\n");
    const { recipient } = letter({
      recipient: { role: "owner", name: "Åsa Öberg", address, id_number: "", source: "" },
    });
    expect(recipient).toHaveLength(7);
    expect(recipient.at(-1)).toBe("123 45 MALMÖ");
  });
});

// Spec 4 §5: Exportera CSV (UTF-8
test("a register is asked by plate, day of the parking and case number, with cells that no spreadsheet runs", () => {
  const cases = [FINE, { ...FINE, plate: "=1+1", case_number: "00000018", issued_at: "2026-11-02T23:30:00Z" }];
  expect(toCsv(ownerRequestTable(cases))).toBe(
    "\uFEFFRegistreringsnummer;Parkeringens datum;Ärendenummer\r\nTAO 98N;2026-11-02;12345674\r\n'=1+1;2026-11-03;00000018\r\n",
  );
});

const SENT: SentCase = { ...FINE, event_id: "handed", sent_at: "2026-12-10T09:00:00Z", sent_by: "admin01" };
const rowOf = (fine: SentCase, settings: SiteSettings | null = SETTINGS) => {
  const [head = [], row = []] = collectionTable([fine], new Map(settings === null ? [] : [["hamnen", settings]]));
  expect(row).toHaveLength(head.length);
  return Object.fromEntries(head.map((name, place) => [name, row[place]]));
};

const change = (kind: string, over: Partial<ClaimChange>): ClaimChange => ({
  id: kind,
  kind,
  at: "2026-12-11T08:00:00Z",
  left_ore: 0,
  ...over,
});

describe("a debt collector's table", () => {
  // Spec rules §6: A debt collector
  test("has creditor, debtor, claim, fee, dates and the facts of the case", () => {
    expect(rowOf(SENT)).toEqual({
      Borgenär: "Hamnens Parkering AB",
      "Borgenärens organisationsnummer": "556000-0000",
      "Borgenärens e-post": "hej@hamnen.example",
      "Borgenärens telefon": "08-123 45",
      Uppdragsgivare: "Östra Hamnen Samfällighet",
      Ärendenummer: "12345674",
      Gäldenär: "Åsa Öberg",
      "Gäldenärens roll": "Ägare",
      "Person- eller organisationsnummer": "19800101-1234",
      Adress: "c/o Berg, Storgatan 1",
      Postnummer: "123 45",
      Ort: "MALMÖ",
      Valuta: "SEK",
      Kontrollavgift: "700,00",
      Påminnelseavgift: "60,00",
      Betalt: "200,50",
      "Kvar att betala": "559,50",
      Utfärdad: "2026-11-02 08:25",
      "Första förfallodag": "2026-11-16",
      "Påminnelsens datum": "2026-11-22",
      "Påminnelsens förfallodag": "2026-12-06",
      "Lämnad till inkasso": "2026-12-10",
      Registreringsnummer: "TAO 98N",
      Bilmodell: "Volvo V60",
      Färg: "Röd",
      Plats: "Åkergränd 1",
      "Observerad från": "2026-11-02 08:10",
      "Observerad till": "2026-11-02 08:25",
      "Överträdelsens kod": "04",
      Överträdelse: "Parkerat på gångbana",
      Överlämning: "Fäst på bilen",
      "Utfärdad av": "vakt01",
      "Bestridande avslaget": "",
    });
  });

  test("says the day when an objection was rejected", () => {
    const rejected_at = "2026-11-29T23:30:00Z";
    expect(rowOf({ ...SENT, rejected_at })).toMatchObject({ "Bestridande avslaget": "2026-11-30" });
  });

  test("splits an address of one line into its parts", () => {
    const recipient = { role: "owner", name: "Bo Ek", address: "Storgatan 1, 271 30 Ystad", id_number: "", source: "" };
    const parts = { Adress: "Storgatan 1", Postnummer: "271 30", Ort: "Ystad" };
    expect(rowOf({ ...SENT, recipient })).toMatchObject(parts);
  });

  test("lists each change of its claims, with the amount left to claim", () => {
    const paid = change("payment", { amount_ore: 30_000, value_date: "2026-12-10", left_ore: 25_950 });
    const [, ...rows] = changesTable([{ ...SENT, changes: [paid, change("recalled", { left_ore: 25_950 })] }, SENT]);
    const debtor = ["12345674", "Åsa Öberg", "19800101-1234"];
    expect(rows).toEqual([
      [...debtor, "Betalning", "2026-12-11 09:00", "300,00", "2026-12-10", "259,50"],
      [...debtor, "Återkallat från inkasso", "2026-12-11 09:00", "", "", "259,50"],
    ]);
  });

  test("keeps an address without a Swedish postcode whole, and leaves out an unknown first due date", () => {
    const recipient = {
      role: "driver",
      name: "Jens Hansen",
      address: "Nørregade 5\n1165 København K\nDanmark",
      id_number: "",
      source: "",
    };
    expect(rowOf({ ...SENT, recipient, first_due: null }, null)).toMatchObject({
      Borgenär: "",
      "Gäldenärens roll": "Förare",
      Adress: "Nørregade 5, 1165 København K, Danmark",
      Postnummer: "",
      Ort: "",
      "Första förfallodag": "",
    });
  });
});
