import { useRef } from "react";
import { confirm } from "#shared/feedback/confirm.ts";
import { formatExactly } from "#shared/format/money.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

/** Asks once whether a bid far below the minimum is meant. */
export function useFarBelow(minimum: number): (amount: number) => Promise<boolean> {
  const meant = useRef<number>(undefined);
  return async (amount) => {
    if (meant.current === amount) return true;
    const isSure = await confirm({
      title: labels.lowTitle(formatExactly(amount)),
      description: labels.lowText(formatExactly(minimum)),
      confirmText: labels.place,
      cancelText: labels.lowChange,
    });
    if (isSure) meant.current = amount;
    return isSure;
  };
}
