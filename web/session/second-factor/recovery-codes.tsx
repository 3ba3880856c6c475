import { Copy, Download } from "lucide-react";
import { copyText } from "#shared/feedback/copy-text.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { Button } from "#shared/ui/button.tsx";
import type { Language } from "#shared/ui/language.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

type Props = { codes: readonly string[]; lang: Language; onSaved: () => void };

/** The recovery codes, which are shown only once, and the ways to save them. */
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
        <Button onClick={() => void copyText(text, texts)}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain" }), texts.fileName)}>
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
