import { type ComponentType, useEffect, useState } from "react";
import { afterPaint } from "#shared/after-paint.ts";

/** As web/session/receipts/kept-receipts.ts calls it, whose code comes only where there is a receipt. */
const RECEIPTS = "parkering.receipts";

/** The device's own receipts below the way in, where they move nothing: their code comes after the first paint (document 4 §5). */
export function ReceiptsLater() {
  const [Receipts, setReceipts] = useState<ComponentType<{ className?: string }>>();
  useEffect(
    () =>
      afterPaint(() => {
        if (localStorage.getItem(RECEIPTS) === null) return;
        void import("#session/receipts/own-receipts.tsx").then(
          ({ OwnReceipts }) => setReceipts(() => OwnReceipts),
          () => undefined,
        );
      }),
    [],
  );
  return Receipts && <Receipts className="mt-6" />;
}
