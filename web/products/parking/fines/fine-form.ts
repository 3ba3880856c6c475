import { useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import type { Log } from "#session/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { useForm } from "#shared/form/use-form.ts";
import type { DocumentTexts } from "./fine-texts.ts";
import { violationText } from "./rules/fine-document.ts";
import { amountOf, type FineDraft } from "./rules/fine-draft.ts";

type FineFormOptions<Draft extends FineDraft> = {
  /** Makes the first draft; called once. */
  newDraft: (now: Date) => Draft;
  schema: GenericSchema<Draft, Draft>;
  texts: DocumentTexts;
  log: Log;
};

/**
 * The form of a fine or a report. `isGenerated` is true from the press on "Generera" until something is changed, because the
 * log then tells another document. `issuedAt` is when the document was generated, before that when the page was opened.
 */
export function useFineForm<Draft extends FineDraft>({ newDraft, schema, texts, log }: FineFormOptions<Draft>) {
  const [opened] = useState(() => {
    const now = new Date();
    return { now, draft: newDraft(now) };
  });
  const [generated, setGenerated] = useState<{ values: Draft; at: Date }>();
  const copyButton = useRef<HTMLButtonElement>(null);
  const form = useForm<Draft, Draft>({
    initial: opened.draft,
    schema,
    onSubmit: (draft) => {
      setGenerated({ values: form.values, at: new Date() });
      log("ticket_generated", {
        caseNumber: draft.caseNumber,
        amount: amountOf(draft),
        violation: violationText(draft),
        dueDate: draft.dueDate,
      });
      toast.success(texts.generatedToast);
      // The pressed button is disabled now; focus goes to what comes next instead of nowhere.
      copyButton.current?.focus();
    },
    failed: () => undefined,
  });
  return {
    form,
    copyButton,
    isGenerated: generated !== undefined && generated.values === form.values,
    issuedAt: generated?.at ?? opened.now,
  };
}
