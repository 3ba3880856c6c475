import { parseAmount } from "#shared/format/amount.ts";
import { formatExactly } from "#shared/format/money.ts";
import { texts } from "../texts.ts";

/** The hoped or the lowest price, and the typed amount as it is understood, because a zero too many is easily typed. */
export function AmountHint({ typed, lowest }: { typed: string; lowest: string }) {
  const amount = parseAmount(typed);
  return (
    <>
      <span className="block">{lowest}</span>
      {amount !== undefined && amount > 0 && (
        <span className="block font-semibold text-ink">{texts.bids.reading(formatExactly(amount))}</span>
      )}
    </>
  );
}
