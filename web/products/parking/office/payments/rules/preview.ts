import type { BankRow, RowMatch } from "#data/payments/bank-rows.ts";

export const ROW_STATES = ["placed", "little", "much", "unknown", "already"] as const;
export type RowState = (typeof ROW_STATES)[number];

export type PreviewRow = {
  row: BankRow;
  match: RowMatch;
  state: RowState;
  /** The rest of the case after the whole file in öre; negative when it is too much. */
  leftAfter: number;
};

export type Preview = {
  /** The rows; those that need a look come first. */
  rows: PreviewRow[];
  counts: Record<RowState, number>;
  /** The number of rows to book, and their sum in öre. */
  newRows: number;
  newOre: number;
};

/** The order of the list. */
const BY_NEED: readonly RowState[] = ["unknown", "much", "little", "placed", "already"];

/**
 * The result of booking a file, row by row. A case counts as paid too little or too much by all rows that the file has for it.
 * @param smallBalance the rest that counts as paid, in kronor (site_settings).
 */
export function previewOf(rows: readonly BankRow[], matches: readonly RowMatch[], smallBalance: number): Preview {
  const pairs = rows.flatMap((row, at) => {
    const match = matches[at];
    return match === undefined ? [] : [{ row, match }];
  });
  const booked = pairs.filter(({ match }) => match.state === "placed");
  const paid = sumsByCase(booked);
  const lifted = liftedFees(booked);
  const previewed = pairs.map(({ row, match }): PreviewRow => {
    const { case_number: number } = match;
    const leftAfter = (match.left_ore ?? 0) - (paid.get(number) ?? 0) - (lifted.get(number) ?? 0);
    return { row, match, leftAfter, state: stateOf(match, leftAfter, smallBalance * 100) };
  });
  const isNew = previewed.filter(({ state }) => state !== "already").map(({ row }) => row);
  const count = (state: RowState) => previewed.filter((each) => each.state === state).length;
  return {
    rows: previewed.toSorted((one, other) => BY_NEED.indexOf(one.state) - BY_NEED.indexOf(other.state)),
    counts: {
      placed: count("placed"),
      little: count("little"),
      much: count("much"),
      unknown: count("unknown"),
      already: count("already"),
    },
    newRows: isNew.length,
    newOre: isNew.reduce((sum, row) => sum + row.amount_ore, 0),
  };
}

type Pair = { row: Pick<BankRow, "amount_ore">; match: RowMatch };

function sumsByCase(pairs: readonly Pair[]): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const { row, match } of pairs) sums.set(match.case_number, (sums.get(match.case_number) ?? 0) + row.amount_ore);
  return sums;
}

/** The fees in öre that are dropped because of early money (the reminder's day or earlier), by case. */
function liftedFees(pairs: readonly Pair[]): Map<string | null, number> {
  const early = pairs.filter(({ match }) => match.fee_ore !== null);
  const paid = sumsByCase(early);
  return new Map(
    early.flatMap(({ match: { case_number: number, fee_ore: fee, lifts_fee_ore: lifts } }) =>
      fee !== null && (paid.get(number) ?? 0) >= lifts ? [[number, fee]] : [],
    ),
  );
}

/** The öre that a case needs of a payment, by the result of booking it whole; 0 when it owes nothing. */
export const oreWanted = (row: Pick<BankRow, "amount_ore">, match: RowMatch): number =>
  Math.max((match.left_ore ?? 0) - (liftedFees([{ row, match }]).get(match.case_number) ?? 0), 0);

function stateOf({ state }: RowMatch, leftAfter: number, smallBalanceOre: number): RowState {
  if (state !== "placed") return state;
  if (leftAfter < 0) return "much";
  return leftAfter > smallBalanceOre ? "little" : "placed";
}
