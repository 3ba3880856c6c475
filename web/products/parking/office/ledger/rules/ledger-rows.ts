/** The rows of a site's books as a table for a spreadsheet. */
import { ledgerTexts as texts } from "../ledger-texts.ts";
import type { Verification } from "./verifications.ts";

/** The names of the columns, and a row for each line. */
export function ledgerRows(verifications: readonly Verification[], code: string): string[][] {
  const rows = verifications.flatMap((verification) =>
    verification.lines.map(({ account, number, payee, ore }) => [
      verification.date,
      verification.day,
      code,
      texts.kinds[verification.kind],
      texts.payees[payee] ?? payee,
      number,
      texts.accounts[account],
      ore > 0 ? kronor(ore) : "",
      ore < 0 ? kronor(-ore) : "",
    ]),
  );
  return [[...texts.columns], ...rows];
}

/** An amount in kronor with both decimals, as programs that read the table want it. */
export const kronor = (ore: number): string => (ore / 100).toFixed(2).replace(".", ",");
