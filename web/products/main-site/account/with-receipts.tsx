import { type ReactNode, useEffect, useState } from "react";
import { loadedReceipts, loadReceipts } from "#session/receipts/early-receipts.ts";
import { afterPaint } from "#shared/after-paint.ts";

/** The storage key from web/session/receipts/kept-receipts.ts, repeated because that code loads only when there is a receipt. */
const RECEIPTS = "parkering.receipts";

/**
 * The sign-in with the device's own receipts, placed so that nothing moves: above it when their code is loaded already (after a
 * registration), otherwise below it after the first paint (document 4 §5).
 */
export function WithReceipts({ children }: { children: ReactNode }) {
  const [First] = useState(loadedReceipts);
  const [Later, setLater] = useState<typeof First>();
  useEffect(
    () =>
      afterPaint(() => {
        if (First !== undefined || localStorage.getItem(RECEIPTS) === null) return;
        void loadReceipts().then(
          (Receipts) => setLater(() => Receipts),
          () => undefined,
        );
      }),
    [First],
  );
  return (
    <>
      {First && <First className="mb-6" />}
      {children}
      {Later && <Later className="mt-6" />}
    </>
  );
}
