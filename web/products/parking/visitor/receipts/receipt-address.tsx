import { copyText } from "#shared/feedback/copy-text.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { receiptTexts } from "./receipt-texts.ts";

const { address: texts } = receiptTexts;

/** Ways to keep a receipt's address or to give it to somebody; the device's own way only where it has one. */
export function ReceiptAddress({ receiptKey }: { receiptKey: string }) {
  const url = window.location.origin + paths.receipt(receiptKey);
  return (
    <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-6">
      <Button onClick={() => void copyText(url, texts)}>{texts.copy}</Button>
      {"share" in navigator && <Button onClick={() => void share(url)}>{texts.share}</Button>}
    </div>
  );
}

/** Whoever closes the device's own dialog has done nothing wrong; where it cannot be opened, the address is copied. */
const share = (url: string) =>
  navigator.share({ url }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) return copyText(url, texts);
    return undefined;
  });
