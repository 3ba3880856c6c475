// Banks' files made for a test: a statement by ISO 20022 (camt.053) and Bankgirot's BgMax.

/** A payment that came in. */
export type Paid = { kronor: number; text: string; payer: string };

/** The bank's statement of its payments. */
export function statementOf(id: string, day: string, paid: readonly Paid[]): Buffer {
  const entries = paid.map(
    ({ kronor, text, payer }, at) => `<Ntry><Amt Ccy="SEK">${kronor}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${id}${at}</AcctSvcrRef>
      <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
    <GrpHdr><MsgId>${id}</MsgId><CreDtTm>${day}T06:00:00</CreDtTm></GrpHdr><Stmt><Id>${id}</Id>
    <CreDtTm>${day}T06:00:00</CreDtTm><Acct><Id><IBAN>SE4550000000058398257466</IBAN></Id><Ccy>SEK</Ccy></Acct>
    ${entries.join("\n")}</Stmt></BkToCstmrStmt></Document>`);
}

const zeros = (value: number, places: number) => String(value).padStart(places, "0");

/** Bankgirot's file of one deposit. `serial` is the deposit's number. */
export function bgMaxOf(serial: number, day: string, paid: readonly Paid[]): Buffer {
  const date = day.replaceAll("-", "");
  const sum = paid.reduce((total, { kronor }) => total + kronor * 100, 0);
  const lines = [
    `01BGMAX               01${date}173035010331P`,
    "050009912346          SEK",
    ...paid.flatMap(({ kronor, text, payer }, at) => [
      `200050501234${text.padEnd(25)}${zeros(kronor * 100, 18)}23${zeros(serial * 1000 + at, 12)}0`,
      `26${payer}`,
    ]),
    `15${zeros(5841, 35)}${date}${zeros(serial, 5)}${zeros(sum, 18)}SEK${zeros(paid.length, 8)}1`,
    `70${zeros(paid.length, 8)}${zeros(0, 8)}${zeros(0, 8)}${zeros(1, 8)}`,
  ];
  return Buffer.from(lines.map((line) => `${line.padEnd(80)}\r\n`).join(""), "latin1");
}
