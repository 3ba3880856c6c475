import { type ReactNode, useEffect, useState } from "react";
import { loadedReceipts, loadReceipts } from "#session/receipts/early-receipts.ts";
import { afterPaint } from "#shared/after-paint.ts";

/** As web/session/receipts/kept-receipts.ts calls it, whose code comes only where there is a receipt. */
const RECEIPTS = "parkering.receipts";

/**
 * The way in with the device's own receipts, where they move nothing: above it if their code is here already, as after a
 * registration, else below it after the first paint (document 4 §5).
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
