import { copyText } from "#shared/feedback/copy-text.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { receiptTexts } from "./receipt-texts.ts";

const { address: texts } = receiptTexts;

/** Buttons to copy, print or share a receipt's address; sharing only where the device can. */
export function ReceiptAddress({ receiptKey }: { receiptKey: string }) {
  const url = window.location.origin + paths.receipt(receiptKey);
  return (
    <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-6">
      <Button onClick={() => void copyText(url, texts)}>{texts.copy}</Button>
      {"share" in navigator && <Button onClick={() => void share(url)}>{texts.share}</Button>}
    </div>
  );
}

/** Closing the device's own dialog is no failure. If the dialog cannot open, the address is copied. */
const share = (url: string) =>
  navigator.share({ url }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) return copyText(url, texts);
    return undefined;
  });
