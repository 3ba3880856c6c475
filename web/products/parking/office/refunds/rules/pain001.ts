import type { SentRefund, WholeRefundFile } from "#data/refunds/queries.ts";
import { refundTexts } from "../refund-texts.ts";

/** Signs that a bank's file takes: Latin-1 letters and digits, and the punctuation of ISO 20022. */
const FOREIGN = /[^A-Za-z0-9À-ÖØ-öø-ÿ/\-?:().,'+ ]/g;
/** The longest name that banks take. */
const NAME_MAX = 70;

/** A name as a bank takes it: other signs, those of XML among them, become spaces. `none` stands for a name of which nothing is left. */
const said = (name: string, none: string): string =>
  name.normalize("NFC").replaceAll(FOREIGN, " ").replaceAll(/ +/g, " ").trim().slice(0, NAME_MAX) || none;

const kronor = (ore: number): string => (ore / 100).toFixed(2);
/** IDs of the file and its payments: 35 signs at most. */
const idOf = (uuid: string): string => uuid.replaceAll("-", "");

/**
 * A file of refunds as ISO 20022 pain.001.001.03, in the Swedish banks' common interpretation: one order of credit transfers from an IBAN to
 * accounts by clearing number (SESBA) and account number (BBAN), each a booking of its own with the case's number as its reference. Null
 * when an account is erased.
 */
export function pain001({ file, rows }: WholeRefundFile, madeAt: Date): string | null {
  if (rows.length === 0 || rows.some(({ account }) => account === "")) return null;
  const payer = said(file.debtor.name ?? "", refundTexts.payer);
  const number = (file.debtor.org_number ?? "").replaceAll(/\D/g, "");
  const org = number === "" ? "" : `<Id><OrgId><Othr><Id>${number}</Id></Othr></OrgId></Id>`;
  const sums = `<NbOfTxs>${rows.length}</NbOfTxs><CtrlSum>${kronor(rows.reduce((sum, { amount_ore: ore }) => sum + ore, 0))}</CtrlSum>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${idOf(file.id)}</MsgId><CreDtTm>${madeAt.toISOString().slice(0, 19)}</CreDtTm>${sums}<InitgPty><Nm>${payer}</Nm>${org}</InitgPty></GrpHdr>
<PmtInf><PmtInfId>${idOf(file.id)}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${sums}
<PmtTpInf><SvcLvl><Cd>NURG</Cd></SvcLvl></PmtTpInf><ReqdExctnDt>${file.day}</ReqdExctnDt>
<Dbtr><Nm>${payer}</Nm>${org}</Dbtr><DbtrAcct><Id><IBAN>${file.iban}</IBAN></Id><Ccy>SEK</Ccy></DbtrAcct>
<DbtrAgt><FinInstnId><BIC>${file.bic}</BIC></FinInstnId></DbtrAgt>
${rows.map(transfer).join("\n")}
</PmtInf></CstmrCdtTrfInitn></Document>
`;
}

/** One refund; its ID is that of the case's event. */
const transfer = ({
  id,
  case_number: number,
  amount_ore: ore,
  payee_name: name,
  clearing,
  account,
}: SentRefund): string =>
  `<CdtTrfTxInf><PmtId><InstrId>${idOf(id)}</InstrId><EndToEndId>${number}</EndToEndId></PmtId><Amt><InstdAmt Ccy="SEK">${kronor(ore)}</InstdAmt></Amt>` +
  `<CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>SESBA</Cd></ClrSysId><MmbId>${clearing}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>` +
  `<Cdtr><Nm>${said(name, refundTexts.holder)}</Nm></Cdtr><CdtrAcct><Id><Othr><Id>${account}</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id></CdtrAcct>` +
  `<RmtInf><Ustrd>${refundTexts.message(number)}</Ustrd></RmtInf></CdtTrfTxInf>`;

/** Refunds for Swish as a table: number, name, sum and message. Null when a number is erased. */
export function swishTable({ rows }: Pick<WholeRefundFile, "rows">): string[][] | null {
  if (rows.length === 0 || rows.some(({ account }) => account === "")) return null;
  return [
    [...refundTexts.swishColumns],
    ...rows.map(({ account, payee_name: name, amount_ore: ore, case_number: number }) => [
      account,
      name,
      kronor(ore).replace(".", ","),
      refundTexts.message(number),
    ]),
  ];
}
