import { Copy, Download } from "lucide-react";
import { toast } from "#shared/feedback/toast.ts";
import { Button } from "#shared/ui/button.tsx";
import type { PasswordLanguage } from "./password-texts.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

/** Puts a text on the clipboard and says whether it could. */
export async function copyText(text: string, lang: PasswordLanguage): Promise<void> {
  const texts = secondFactorTexts[lang];
  try {
    await navigator.clipboard.writeText(text);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}

function saveText(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Not at once: some browsers fetch the address after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

type Props = { codes: readonly string[]; lang: PasswordLanguage; onSaved: () => void };

/** The recovery codes, which are told once, and the ways to keep them. */
export function RecoveryCodes({ codes, lang, onSaved }: Props) {
  const texts = secondFactorTexts[lang];
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="grid gap-4">
      <ol
        aria-label={texts.codes}
        className="grid gap-x-6 gap-y-1 rounded-card bg-sunken p-4 font-mono text-base sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button onClick={() => void copyText(text, lang)}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        <Button onClick={() => saveText(text, texts.fileName)}>
          <Download aria-hidden="true" />
          {texts.save}
        </Button>
        <Button variant="primary" onClick={onSaved}>
          {texts.saved}
        </Button>
      </div>
    </div>
  );
}
