// Statements by ISO 20022 (camt.053) as four banks write them (our own fixtures), and broken ones. Each broken file is refused whole with
// a text that says why, or gives the right rows; a refused file reaches no call, so the database gets nothing of it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCamt053 } from "./camt053.ts";
import { readBankFile } from "./read-bank-file.ts";

const READING = { today: "2026-11-22", kept: [] };
const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (unit) => unit.charCodeAt(0)).buffer);
const fixture = (bank: string) =>
  new Uint8Array(
    readFileSync(new URL(`../../../../../../tests/fixtures/payments/camt053-${bank}.xml`, import.meta.url)),
  );

/** The result of a file: its payments in short, or the reason of a refusal. */
async function read(bytes: Uint8Array) {
  const file = await readBankFile(bytes, READING);
  if (file.outcome !== "read") return file.outcome === "refused" ? file.problem : "columns";
  return file.rows.map((row) => [row.amount_ore, row.value_date, row.reference, row.payer_text].join("|"));
}

async function keysOf(bytes: Uint8Array) {
  const file = await readBankFile(bytes, READING);
  return file.outcome === "read" ? file.rows.map(({ bank_key }) => bank_key) : [];
}

const BANKS: [bank: string, rows: string[], others: object][] = [
  [
    "swedbank",
    [
      "70000|2026-11-20|11111117|Åsa Öberg",
      "70050|2026-11-20|Parkeringsbot 2222 2224|Åkeriet i Malmö AB",
      "100000|2026-11-20|33333331, 44444448|Hyrbilar Syd AB",
      "70000|2026-11-20|betalar för ABC123, A1B2C3D4E5F64A5B8C9D0E1F2A3B4C5D|Karl Ek",
    ],
    { outgoing: 1, pending: 0, reversed: [] },
  ],
  ["seb", ["140000|2026-11-20|22222224|Bo Åstrand"], { outgoing: 0, pending: 1, reversed: [] }],
  [
    "handelsbanken",
    [
      "70000|2026-11-20|bot 11111117, tack för hälsningen|Eva & Ola Lind",
      "70000|2026-11-20|22222224, ABC <123>|Fleet AB",
      "70000|2026-11-19|Insättning 33333331|",
      "70000|2026-11-20|Återförd utbetalning|",
    ],
    {
      outgoing: 2,
      pending: 0,
      reversed: [{ amount_ore: 70000, value_date: "2026-11-20", reference: "44444448", payer_text: "Per Falk" }],
    },
  ],
  [
    "nordea",
    ["70000|2026-11-20|11111117|Åsa Öberg", "70000|2026-11-20|F-22222224|Taxi Väst AB"],
    { outgoing: 0, pending: 0, reversed: [] },
  ],
];

test.each(BANKS)("%s's statement is read", async (bank, rows, others) => {
  expect(await read(fixture(bank))).toEqual(rows);
  expect(await readBankFile(fixture(bank), READING)).toMatchObject({ layout: "camt053", ...others });
});

test("bankgiro payments say so, others are of the account", async () => {
  const file = await readBankFile(fixture("swedbank"), READING);
  expect(file.outcome === "read" && file.rows.map(({ method }) => method)).toEqual([
    "bankgiro",
    "bankgiro",
    "bankgiro",
    "account",
  ]);
});

type Entry = {
  amount: string;
  currency: string;
  direction: string;
  status: string;
  day: string;
  id: string;
  details: string;
};
const entry = (of: Partial<Entry> = {}) => {
  const { amount, currency, direction, status, day, id, details } = {
    amount: "700.00",
    currency: "SEK",
    direction: "CRDT",
    status: "BOOK",
    day: "<ValDt><Dt>2026-11-20</Dt></ValDt>",
    id: "A1",
    details: "<NtryDtls><TxDtls><RmtInf><Ustrd>11111117</Ustrd></RmtInf></TxDtls></NtryDtls>",
    ...of,
  };
  return `<Ntry>
<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts>
${day}<AcctSvcrRef>${id}</AcctSvcrRef>${details}
</Ntry>`;
};

type Doc = { id: string; account: string; head: string; entries: string; version: string; decl: string };
const statement = ({ id = "S1", account = "<IBAN>SE1</IBAN>", head = "", entries = entry() }: Partial<Doc> = {}) =>
  `<Stmt><Id>${id}</Id><Acct><Id>${account}</Id><Ccy>SEK</Ccy></Acct>
${head}
${entries}
</Stmt>`;
/** A document with its statements; without any, with a statement of one entry. The entry stands in line 5, its amount in line 6. */
const doc = (of: Partial<Doc> = {}, ...statements: string[]) => {
  const { version = "camt.053.001.08", decl = `<?xml version="1.0" encoding="UTF-8"?>` } = of;
  const body = statements.length === 0 ? statement(of) : statements.join("\n");
  return `${decl}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><BkToCstmrStmt><GrpHdr/>
${body}
</BkToCstmrStmt></Document>`;
};
const withEntry = (of: Partial<Entry>) => utf8(doc({ entries: entry(of) }));
const withDetails = (details: string, amount = "700.00") =>
  withEntry({ amount, details: `<NtryDtls>${details}</NtryDtls>` });
const tx = (amount: string, more = "") => `<TxDtls><Amt Ccy="SEK">${amount}</Amt>${more}</TxDtls>`;
const balance = (code: string, amount: string, direction = "CRDT") =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="SEK">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd></Bal>`;
const total = (name: string, count: string, sum: string) =>
  `<TxsSummry><${name}><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></${name}></TxsSummry>`;

const at = (line: number, problem: string) => `Rad ${line}: ${problem}`;
const BROKEN = (line: number) => at(line, "XML-filen är avbruten eller felskriven.");
const DOCTYPE = "Filen har en dokumenttyp (DOCTYPE), och sådana filer läses aldrig. Bankens kontoutdrag har ingen.";
const NOT_CAMT =
  "Det är en XML-fil, men inget kontoutdrag. Hämta betalningarna som camt.053, BgMax eller CSV från banken.";
const NOT_UTF8 = "Filen säger att den är skriven i UTF-8, men är det inte. Hämta den på nytt från banken.";
const NOT_TEXT = "Filen är ingen textfil, eller har en teckenkodning som inte känns igen. Spara den som CSV i UTF-8.";
const TOO_LARGE = "Filen har fler eller djupare delar än ett kontoutdrag. Hämta en kortare period.";
const currency = (line: number, code: string) => at(line, `valutan är ${code}, och bara svenska kronor läses in.`);
const noAmount = (line: number, cell: string) => at(line, `beloppet ”${cell}” kan inte läsas som kronor och ören.`);
const ENTRY_SUM = "postens belopp är inte summan av sina betalningar.";
const BATCH = "posten har inte så många betalningar som den uppger.";
const ROW = ["70000|2026-11-20|11111117|"];
const xml = doc();

const HOSTILE: [string, Uint8Array, string | string[]][] = [
  // Cases about XML that is not well-formed.
  ["cut within a tag", utf8(xml.slice(0, xml.indexOf("<Sts") + 2)), BROKEN(6)],
  ["cut between two entries", utf8(xml.slice(0, xml.indexOf("</Stmt>"))), BROKEN(9)],
  ["cut before the last character", utf8(xml.slice(0, -1)), BROKEN(10)],
  ["the first line alone", utf8(`<?xml version="1.0"?>`), BROKEN(1)],
  ["crossed tags", utf8(xml.replace("</Ntry>", "</Stmt>")), BROKEN(8)],
  ["a second root", utf8(`${xml}\n<Document/>`), BROKEN(11)],
  ["text behind the root", utf8(`${xml}\nhej`), BROKEN(11)],
  ["an ampersand alone", withDetails(tx("700", "<AddtlTxInf>A & B</AddtlTxInf>")), BROKEN(10)],
  ["an attribute twice", withEntry({ currency: `SEK" Ccy="SEK` }), BROKEN(6)],
  ["an unbound prefix", utf8(xml.replace("<GrpHdr/>", "<x:GrpHdr/>")), BROKEN(2)],
  ["a character that XML forbids", withDetails(tx("700", "<AddtlTxInf>&#7;</AddtlTxInf>")), BROKEN(7)],
  ["a number for no character", withDetails(tx("700", "<AddtlTxInf>&#x110000;</AddtlTxInf>")), BROKEN(7)],
  // Cases about entities and document types.
  ["an entity of nowhere", withDetails(tx("700", "<AddtlTxInf>&bot;</AddtlTxInf>")), BROKEN(7)],
  ["a document type", utf8(xml.replace("<Document", "<!DOCTYPE Document>\n<Document")), DOCTYPE],
  [
    "a billion laughs",
    utf8(
      xml.replace(
        "<Document",
        `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>\n<Document`,
      ),
    ),
    DOCTYPE,
  ],
  [
    "a file of the reader's device as an entity",
    utf8(xml.replace("<Document", `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<Document`)),
    DOCTYPE,
  ],
  ["a document type without an end", utf8(`<!DOCTYPE x [`), DOCTYPE],
  ["a document type in small letters", utf8(xml.replace("<Document", "<!doctype Document>\n<Document")), DOCTYPE],
  // Cases about the bounds of the reader.
  ["elements in elements", utf8(xml.replace("<GrpHdr/>", "<a>".repeat(50_000) + "</a>".repeat(50_000))), TOO_LARGE],
  ["more elements than a statement has", utf8(xml.replace("<GrpHdr/>", "<a/>".repeat(250_001))), TOO_LARGE],
  [
    "more payments than are read",
    withDetails(tx("1").repeat(5001), "5001"),
    "Filen har 5\u00a0001 betalningar, högst 5\u00a0000 läses. Hämta en kortare period.",
  ],
  // Cases about other XML documents than camt.053.
  [
    "a web page",
    utf8("<!DOCTYPE html><html></html>"),
    "Det är en webbsida. Hämta betalningarna som camt.053, BgMax eller CSV från banken.",
  ],
  ["no namespace", utf8(xml.replace(/ xmlns="[^"]*"/, "")), NOT_CAMT],
  ["another namespace", utf8(xml.replace("urn:iso:std:iso:20022:tech:xsd:", "urn:other:")), NOT_CAMT],
  ["an invoice", utf8(`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>`), NOT_CAMT],
  [
    "camt.054",
    utf8(doc({ version: "camt.054.001.02" })),
    "Filen är camt.054. Hämta kontoutdraget camt.053 från banken.",
  ],
  [
    "a payment order",
    utf8(doc({ version: "pain.001.001.03" })),
    "Filen är pain.001. Hämta kontoutdraget camt.053 från banken.",
  ],
  [
    "version 01",
    utf8(doc({ version: "camt.053.001.01" })),
    "Filen är camt.053 i version 01, och versionerna 02 till 08 läses.",
  ],
  [
    "version 11",
    utf8(doc({ version: "camt.053.001.11" })),
    "Filen är camt.053 i version 11, och versionerna 02 till 08 läses.",
  ],
  ["no statement", utf8(doc({}, "<Other/>")), "Filen har inget kontoutdrag."],
  [
    "a statement of another namespace",
    utf8(xml.replace("<Stmt>", `<Stmt xmlns="urn:other">`)),
    "Filen har inget kontoutdrag.",
  ],
  [
    "entries of another namespace",
    utf8(xml.replace("<Ntry>", `<Ntry xmlns="urn:other">`)),
    "Filen har inga betalningar.",
  ],
  // Cases about encodings.
  ["Latin-1 that says UTF-8", latin1(doc({ entries: entry({ id: "Å" }) })), NOT_UTF8],
  ["Latin-1 that says nothing", latin1(doc({ decl: "", entries: entry({ id: "Å" }) }).trim()), NOT_UTF8],
  [
    "an encoding that is not read",
    utf8(doc({ decl: `<?xml version="1.0" encoding="EBCDIC-SE"?>` })),
    "Filen säger att den är skriven i EBCDIC-SE, som inte läses. Hämta den i UTF-8.",
  ],
  [
    "UTF-16 that is not",
    utf8(doc({ decl: `<?xml version="1.0" encoding="UTF-16"?>` })),
    "Filen säger att den är skriven i UTF-16, som inte läses. Hämta den i UTF-8.",
  ],
  ["UTF-16 with its mark", utf16(doc({ decl: `<?xml version="1.0" encoding="UTF-16"?>` })), ROW],
  ["UTF-16 without its mark", utf16(xml).slice(2), NOT_TEXT],
  ["UTF-8 with its mark", utf8(`\uFEFF${xml}`), ROW],
  ["blank lines before it", utf8(`\r\n\r\n${xml}`), ROW],
  // Cases about accounts and statements.
  [
    "two accounts",
    utf8(doc({}, statement(), statement({ id: "S2", account: "<IBAN>SE2</IBAN>" }))),
    at(10, "filen har både konto SE1 och konto SE2. Hämta en fil för varje konto."),
  ],
  ["the same statement twice", utf8(doc({}, statement(), statement())), at(10, "samma kontoutdrag står två gånger.")],
  ["no account", utf8(doc({ account: "<IBAN> </IBAN>" })), at(3, "kontoutdragets konto saknas.")],
  // Cases about currencies.
  ["an account in euros", utf8(xml.replace("<Ccy>SEK", "<Ccy>EUR")), currency(3, "EUR")],
  ["an entry in euros", withEntry({ currency: "EUR" }), currency(6, "EUR")],
  [
    "a batch with a payment in euros",
    withDetails(`${tx("350")}${tx("350").replace("SEK", "EUR")}`),
    currency(7, "EUR"),
  ],
  ["a currency in small letters", withEntry({ currency: "sek" }), currency(6, "sek")],
  ["no currency", utf8(xml.replace(` Ccy="SEK"`, "")), at(6, "beloppet har ingen valuta.")],
  // Cases about amounts.
  ["a negative amount", withEntry({ amount: "-700.00" }), noAmount(6, "-700.00")],
  ["a decimal comma", withEntry({ amount: "700,00" }), noAmount(6, "700,00")],
  ["thousandths of a krona", withEntry({ amount: "700.001" }), noAmount(6, "700.001")],
  ["powers of ten", withEntry({ amount: "7e2" }), noAmount(6, "7e2")],
  ["a formula", withEntry({ amount: "=700" }), noAmount(6, "=700")],
  [
    "a billion times too much",
    withEntry({ amount: "99999999999" }),
    at(6, "beloppet ”99999999999” är orimligt stort."),
  ],
  ["more than a number holds", withEntry({ amount: "9".repeat(60) }), noAmount(6, `${"9".repeat(40)}…`)],
  ["no amount", utf8(xml.replace(/<Amt.*?<\/Amt>/, "")), at(5, "belopp saknas.")],
  ["a payment of nothing alone", withEntry({ amount: "0.00" }), "Filen har bara utbetalningar, och de läses inte in."],
  ["two thousandths that are whole öre", withEntry({ amount: "700.00000" }), ROW],
  // In and out, booked and waiting.
  ["neither in nor out", withEntry({ direction: "IN" }), at(5, "det står inte om pengarna kom in eller gick ut.")],
  [
    "money that went out alone",
    withEntry({ direction: "DBIT" }),
    "Filen har bara utbetalningar, och de läses inte in.",
  ],
  [
    "a payment that the bank took back alone",
    withEntry({ direction: "DBIT", day: "<RvslInd>true</RvslInd><ValDt><Dt>2026-11-20</Dt></ValDt>" }),
    "Filen har bara utbetalningar, och de läses inte in. Banken har tagit tillbaka: 700\u00a0kr, 2026-11-20, 11111117.",
  ],
  ["a waiting payment alone", withEntry({ status: "PDNG" }), "Filen har bara poster som banken inte har bokfört än."],
  ["a waiting payment beside a booked one", utf8(doc({ entries: entry() + entry({ status: "<Cd>PDNG</Cd>" }) })), ROW],
  ["no status", withEntry({ status: "" }), at(5, "det står inte om posten är bokförd.")],
  ["another status", withEntry({ status: "BOOKED" }), at(5, "posten är varken bokförd eller väntande, utan ”BOOKED”.")],
  // Cases about days.
  ["no day", withEntry({ day: "" }), at(5, "datum saknas.")],
  [
    "the 30th of February",
    withEntry({ day: "<ValDt><Dt>2026-02-30</Dt></ValDt>" }),
    at(5, "datumet ”2026-02-30” kan inte läsas."),
  ],
  [
    "another form of a day",
    withEntry({ day: "<ValDt><Dt>20/11/2026</Dt></ValDt>" }),
    at(5, "datumet ”20/11/2026” kan inte läsas."),
  ],
  [
    "the next century",
    withEntry({ day: "<ValDt><Dt>2126-11-20</Dt></ValDt>" }),
    at(5, "datumet ”2126-11-20” är inte rimligt för en betalning."),
  ],
  ["no day of value", withEntry({ day: "<BookgDt><Dt>2026-11-19Z</Dt></BookgDt>" }), ["70000|2026-11-19|11111117|"]],
  // Entries that stand for several payments, with their sums.
  ["a batch of less", withDetails(tx("300") + tx("399.99")), at(5, ENTRY_SUM)],
  ["a batch of more", withDetails(tx("700") + tx("0.01")), at(5, ENTRY_SUM)],
  ["a single payment of another amount", withDetails(tx("699")), at(5, ENTRY_SUM)],
  ["a batch of fewer payments", withDetails(`<Btch><NbOfTxs>3</NbOfTxs></Btch>${tx("300")}${tx("400")}`), at(7, BATCH)],
  ["a batch with a payment without amount", withDetails(`${tx("700")}<TxDtls/>`), at(7, "belopp saknas.")],
  ["a batch without its payments", withDetails("<Btch><NbOfTxs>9</NbOfTxs></Btch>"), ["70000|2026-11-20||"]],
  // Cases about totals and balances.
  [
    "a closing balance of less",
    utf8(doc({ head: balance("OPBD", "100") + balance("CLBD", "799.99") })),
    at(3, "kontoutdraget uppger utgående saldo 799,99\u00a0kr, men ingående saldo och posterna ger 800\u00a0kr."),
  ],
  [
    "an opening balance on the wrong side",
    utf8(doc({ head: balance("OPBD", "100", "DBIT") + balance("CLBD", "800") })),
    at(3, "kontoutdraget uppger utgående saldo 800\u00a0kr, men ingående saldo och posterna ger 600\u00a0kr."),
  ],
  [
    "an entry twice",
    utf8(doc({ head: balance("OPBD", "0") + balance("CLBD", "700"), entries: entry() + entry() })),
    at(3, "kontoutdraget uppger utgående saldo 700\u00a0kr, men ingående saldo och posterna ger 1\u00a0400\u00a0kr."),
  ],
  [
    "balances with a waiting entry",
    utf8(doc({ head: balance("PRCD", "0") + balance("CLBD", "700"), entries: entry() + entry({ status: "PDNG" }) })),
    ROW,
  ],
  ["a balance in euros", utf8(doc({ head: balance("OPBD", "1").replace("SEK", "EUR") })), currency(4, "EUR")],
  [
    "another total of credits",
    utf8(doc({ head: total("TtlCdtNtries", "1", "700.01") })),
    at(4, "kontoutdraget uppger summan 700,01\u00a0kr, men posterna är 700\u00a0kr."),
  ],
  [
    "another number of entries",
    utf8(doc({ head: total("TtlNtries", "2", "700") })),
    at(4, "kontoutdraget uppger ett annat antal poster än de 1 som det har."),
  ],
  [
    "debits that are not there",
    utf8(doc({ head: total("TtlDbtNtries", "1", "50") })),
    at(4, "kontoutdraget uppger ett annat antal poster än de 0 som det har."),
  ],
  ["a total that is a word", utf8(doc({ head: total("TtlCdtNtries", "1", "mycket") })), noAmount(4, "mycket")],
];

test("there are sixty broken statements", () => {
  expect(HOSTILE.filter(([, , result]) => typeof result === "string").length).toBeGreaterThanOrEqual(60);
  expect(new Set(HOSTILE.map(([name]) => name)).size).toBe(HOSTILE.length);
});

test.each(HOSTILE)("%s: a text that says why, or the right rows", async (_name, bytes, result) => {
  expect(await read(bytes)).toEqual(result);
});

describe("a payment counts once", () => {
  test("in a longer file, in another order, in another version and with other texts", async () => {
    const [one, other] = [entry(), entry({ id: "B2" })];
    const [key, second] = await keysOf(utf8(doc({ entries: one + other })));
    expect(new Set([key, second]).size).toBe(2);
    expect(await keysOf(utf8(doc({ entries: other + one, version: "camt.053.001.02", id: "S9" })))).toEqual([
      second,
      key,
    ]);
    expect(await keysOf(utf8(doc({ entries: one.replace("11111117", "bot 11111117, Åsa") })))).toEqual([key]);
    expect(await keysOf(utf8(doc({ account: "<IBAN>SE2</IBAN>" })))).not.toEqual([key]);
  });

  test("without an ID of the bank its texts tell it from others, and equal payments keep their numbers", async () => {
    const bare = entry({ id: "" });
    const keys = await keysOf(utf8(doc({ entries: bare + bare + bare.replace("11111117", "22222224") })));
    expect(new Set(keys).size).toBe(3);
    expect(await keysOf(utf8(doc({ entries: bare })))).toEqual([keys[0]]);
  });
});

const krona = (ore: number) => (ore / 100).toFixed(2);

test("the sum of the payments is the total of the credits, whatever the batches", async () => {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let file = 0; file < 60; file += 1) {
    const entries = Array.from({ length: 1 + next(6) }, (_, place) => {
      const amounts = Array.from({ length: 1 + next(5) }, () => 1 + next(500_000));
      const sum = amounts.reduce((ore, amount) => ore + amount, 0);
      const direction = place > 0 && next(3) === 0 ? "DBIT" : "CRDT";
      const details = `<NtryDtls>${amounts.map((ore) => tx(krona(ore))).join("")}</NtryDtls>`;
      return { sum, direction, text: entry({ amount: krona(sum), direction, details, id: `E${place}` }) };
    });
    const credits = entries.filter(({ direction }) => direction === "CRDT");
    const ore = credits.reduce((sum, each) => sum + each.sum, 0);
    const head = total("TtlCdtNtries", String(credits.length), krona(ore));
    const text = doc({ head, entries: entries.map((each) => each.text).join("") });
    const answer = await readBankFile(utf8(text), READING);
    expect(answer.outcome === "read" && answer.rows.reduce((sum, row) => sum + row.amount_ore, 0)).toBe(ore);
  }
});

/** The milliseconds that an entry of so many transactions takes. */
function timeOf(transactions: number): number {
  const details = '<NtryDtls><TxDtls><Amt Ccy="SEK">1.00</Amt></TxDtls></NtryDtls>'.repeat(transactions);
  const began = performance.now();
  const { rows } = readCamt053(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
    <Acct><Id><IBAN>SE1</IBAN></Id></Acct><Ntry><Amt Ccy="SEK">${transactions}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-20</Dt></BookgDt>${details}</Ntry></Stmt></BkToCstmrStmt></Document>`,
    READING.today,
  );
  expect(rows).toHaveLength(transactions);
  return performance.now() - began;
}

test("an entry of forty thousand transactions is read in the time of forty with a thousand each", () => {
  timeOf(1000);
  const small = Array.from({ length: 40 }, () => timeOf(1000)).reduce((sum, took) => sum + took, 0);
  // Reading that looks at all rows for each row takes forty times as long.
  expect(timeOf(40_000) / small).toBeLessThan(8);
});
