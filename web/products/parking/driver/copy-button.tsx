import { Copy } from "lucide-react";
import { copyText } from "#shared/feedback/copy-text.ts";
import { Button } from "#shared/ui/button.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";

/** A button that copies a value; its accessible name says which. */
export function CopyButton({ name, value }: { name: string; value: string }) {
  const { pay } = useDriverTexts();
  return (
    <Button
      size="small"
      aria-label={pay.copyOf(name, value)}
      onClick={() => void copyText(value, { copied: pay.copied(name), copyFailed: pay.copyFailed })}
    >
      <Copy aria-hidden="true" />
      {pay.copy}
    </Button>
  );
}
