import { Download } from "lucide-react";
import { useState } from "react";
import type { CaseScope } from "#data/fines/lists.ts";
import { formatCount } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { exportTexts as texts } from "./case-export-texts.ts";
import { useCaseExport } from "./use-case-export.ts";

/** The pressed button is replaced by another one, which takes the focus. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** Exports the rows of the open list, search and filter as a file: a button, and the progress while it runs (document 4 §5). */
export function CaseExport({ scope }: { scope: CaseScope }) {
  const { start, stop, progress } = useCaseExport();
  const [hasRun, setHasRun] = useState(false);

  function handleStart() {
    setHasRun(true);
    void start(scope);
  }

  if (progress === undefined)
    return (
      <Button size="small" ref={hasRun ? takeFocus : undefined} onClick={handleStart}>
        <Download aria-hidden="true" />
        {texts.button}
      </Button>
    );
  const { done, all } = progress;
  const words = all === undefined ? texts.preparing : texts.progress(formatCount(done), formatCount(all));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress aria-label={texts.label} value={all === undefined ? undefined : done} max={all ?? 1} />
      <span className="tabular-nums">{words}</span>
      <Button size="small" ref={takeFocus} onClick={stop}>
        {texts.stop}
      </Button>
    </div>
  );
}
