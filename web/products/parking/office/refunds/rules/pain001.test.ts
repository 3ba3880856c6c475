import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import type { WholeRefundFile } from "#data/refunds/queries.ts";
import { pain001, swishTable } from "./pain001.ts";

const WHOLE: WholeRefundFile = {
  file: {
    id: "0f8c58fc-80d4-4667-acb4-37c5f2fba923",
    created_at: "2026-11-27T10:00:00Z",
    kind: "account",
    day: "2026-12-01",
    iban: "SE4550000000058398257466",
    bic: "ESSESESS",
    refunds: 2,
    sum_ore: 70_150,
    by_id: "admin01",
    debtor: { name: "Hamn & <Bolag> AB", org_number: "556000-0001" },
  },
  rows: [
    {
      id: "1f8c58fc-80d4-4667-acb4-37c5f2fba923",
      case_number: "12345674",
      amount_ore: 70_050,
      payee_name: 'Åsa "Berg" & co',
      clearing: "6789",
      account: "123456789",
      bank: "Handelsbanken",
    },
    {
      id: "2f8c58fc-80d4-4667-acb4-37c5f2fba923",
      case_number: "12345675",
      amount_ore: 100,
      payee_name: "Иван",
      clearing: "8424",
      account: "9831892246",
      bank: "Swedbank",
    },
  ],
};

/** The elements that pain.001.001.03 allows in each element that the file has, in the schema's order; `?` may be missing. */
const SCHEMA: Readonly<Record<string, string>> = {
  Document: "CstmrCdtTrfInitn",
  CstmrCdtTrfInitn: "GrpHdr PmtInf+",
  GrpHdr: "MsgId CreDtTm NbOfTxs CtrlSum? InitgPty",
  InitgPty: "Nm? Id?",
  Dbtr: "Nm? Id?",
  Cdtr: "Nm? Id?",
  OrgId: "BICOrBEI? Othr+",
  PmtInf:
    "PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdExctnDt Dbtr DbtrAcct DbtrAgt DbtrAgtAcct? UltmtDbtr? ChrgBr? CdtTrfTxInf+",
  PmtTpInf: "InstrPrty? SvcLvl? LclInstrm? CtgyPurp?",
  DbtrAcct: "Id Tp? Ccy? Nm?",
  CdtrAcct: "Id Tp? Ccy? Nm?",
  DbtrAgt: "FinInstnId BrnchId?",
  CdtrAgt: "FinInstnId BrnchId?",
  FinInstnId: "BIC? ClrSysMmbId? Nm? PstlAdr? Othr?",
  ClrSysMmbId: "ClrSysId? MmbId",
  CdtTrfTxInf: "PmtId PmtTpInf? Amt ChrgBr? CdtrAgt? Cdtr? CdtrAcct? Purp? RmtInf?",
  PmtId: "InstrId? EndToEndId",
  Amt: "InstdAmt",
  Othr: "Id SchmeNm? Issr?",
  RmtInf: "Ustrd+",
};

type Read = { name: string; attributes: Record<string, string>; text: string; children: Read[] };

/** The tree of a text, by the XML library. */
function read(xml: string): Read {
  const parser = new SaxesParser();
  const top: Read = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.write(xml).close();
  return top.children[0] ?? top;
}

/** Elements whose children stand in another order than the schema's, or that the schema does not know. */
function strangers(element: Read): string[] {
  const names = element.children.map(({ name }) => name).join(" ");
  const pattern = SCHEMA[element.name]?.split(" ").map((part) => {
    const name = part.replace(/[?+]$/, "");
    return part.endsWith("?") ? `(${name} )?` : part.endsWith("+") ? `(${name} )+` : `${name} `;
  });
  const isRight = pattern === undefined || new RegExp(`^${pattern.join("")}$`).test(`${names} `);
  return [...(isRight ? [] : [`${element.name}: ${names}`]), ...element.children.flatMap(strangers)];
}

const all = (element: Read, name: string): Read[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);

// Spec rules §14: A file of refunds
test("a file is an order of the schema with the sum, the accounts and the cases' numbers", () => {
  const xml = pain001(WHOLE, new Date("2026-11-27T10:00:00.123Z"));
  const root = read(xml ?? "");
  expect(root.attributes["xmlns"]).toBe("urn:iso:std:iso:20022:tech:xsd:pain.001.001.03");
  expect(strangers(root)).toEqual([]);
  const texts = (name: string) => all(root, name).map(({ text }) => text);
  expect(texts("NbOfTxs")).toEqual(["2", "2"]);
  expect(texts("CtrlSum")).toEqual(["701.50", "701.50"]);
  expect(texts("CreDtTm")).toEqual(["2026-11-27T10:00:00"]);
  expect(texts("ReqdExctnDt")).toEqual(["2026-12-01"]);
  expect(texts("IBAN")).toEqual([WHOLE.file.iban]);
  expect(texts("BIC")).toEqual(["ESSESESS"]);
  expect(texts("InstdAmt")).toEqual(["700.50", "1.00"]);
  expect(all(root, "InstdAmt").map(({ attributes }) => attributes["Ccy"])).toEqual(["SEK", "SEK"]);
  expect(texts("MmbId")).toEqual(["6789", "8424"]);
  expect(all(root, "CdtrAcct").map((account) => all(account, "Id").at(-1)?.text)).toEqual(["123456789", "9831892246"]);
  expect(texts("EndToEndId")).toEqual(["12345674", "12345675"]);
  expect(texts("Ustrd")).toEqual(["Återbetalning ärende 12345674", "Återbetalning ärende 12345675"]);
  expect(texts("Nm")).toEqual(["Hamn Bolag AB", "Hamn Bolag AB", "Åsa Berg co", "Kontohavare"]);
  expect(texts("MsgId").every((id) => id.length <= 35)).toBe(true);
});

// Spec rules §14: A file of refunds
test("refunds with an erased account are made into no file", () => {
  const erased = { ...WHOLE, rows: WHOLE.rows.map((row) => ({ ...row, account: "" })) };
  expect(pain001(erased, new Date())).toBeNull();
  expect(swishTable(erased)).toBeNull();
  expect(pain001({ ...WHOLE, rows: [] }, new Date())).toBeNull();
});

test("a list for Swish has number, name, sum and message", () => {
  const [row] = WHOLE.rows;
  expect(swishTable({ rows: row === undefined ? [] : [{ ...row, clearing: "", account: "46701234567" }] })).toEqual([
    ["Swish-nummer", "Namn", "Belopp", "Meddelande"],
    ["46701234567", 'Åsa "Berg" & co', "700,50", "Återbetalning ärende 12345674"],
  ]);
});
