import { useEffect, useLayoutEffect, useState } from "react";
import { loadedReceipts, loadReceipts } from "./early-receipts.ts";
import { readReceipts } from "./kept-receipts.ts";
import { afterPaint } from "#shared/after-paint.ts";

/**
 * The device's own receipts at the top of the page (document 4 §5). On the drawn page their room is there before the first paint
 * (web/app/cover.js, `receipts-room`), so that nothing moves when they come.
 */
export function ReceiptsFirst() {
  const [Receipts, setReceipts] = useState(loadedReceipts);
  useLayoutEffect(() => keepRoom(Receipts === undefined ? readReceipts().length : 0), [Receipts]);
  useEffect(() => {
    if (Receipts !== undefined || readReceipts().length === 0) return undefined;
    return afterPaint(() => {
      loadReceipts().then(
        (Loaded) => setReceipts(() => Loaded),
        () => keepRoom(0),
      );
    });
  }, [Receipts]);
  return <div className="receipts-room">{Receipts && <Receipts className="mb-6" />}</div>;
}

/** Keeps room for `count` receipts that are still to come. */
function keepRoom(count: number): void {
  const { dataset, style } = document.documentElement;
  if (count === 0) delete dataset["receipts"];
  else dataset["receipts"] = String(count);
  style.setProperty("--receipts", String(count));
}
