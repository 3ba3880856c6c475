import { useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { useForm } from "#shared/form/use-form.ts";
import { useDraft, useKeptDraft } from "../drafts/use-draft.ts";
import type { DocumentTexts } from "./fine-texts.ts";
import { violationText } from "./rules/fine-document.ts";
import { amountOf, type FineDraft } from "./rules/fine-draft.ts";

type FineFormOptions<Draft extends FineDraft> = {
  session: Session;
  /** Which of the login's drafts it is. */
  name: string;
  /** Makes an empty draft. */
  newDraft: (now: Date) => Draft;
  schema: GenericSchema<Draft, Draft>;
  texts: DocumentTexts;
  log: Log;
};

/**
 * The form of a fine or a report. `isGenerated` is true from the press on "Generera" until something is changed, because the
 * log then tells another document. `issuedAt` is when the document was generated, before that when the page was opened. What is typed
 * stays on the device, with its case number, until the picture is taken or the draft is thrown away.
 */
export function useFineForm<Draft extends FineDraft>(options: FineFormOptions<Draft>) {
  const { session, name, newDraft, schema, texts, log } = options;
  const draft = useDraft<Draft>({ session, name, fresh: () => newDraft(new Date()), lasting: ["caseNumber"] });
  const [openedAt, setOpenedAt] = useState(() => new Date());
  const [generated, setGenerated] = useState<{ values: Draft; at: Date }>();
  const copyButton = useRef<HTMLButtonElement>(null);
  const form = useForm<Draft, Draft>({
    initial: draft.initial,
    schema,
    onSubmit: (fine) => {
      setGenerated({ values: form.values, at: new Date() });
      log("ticket_generated", {
        caseNumber: fine.caseNumber,
        amount: amountOf(fine),
        violation: violationText(fine),
        dueDate: fine.dueDate,
      });
      toast.success(texts.generatedToast);
      // The pressed button is disabled now; focus goes to what comes next instead of nowhere.
      copyButton.current?.focus();
    },
    failed: () => undefined,
  });
  useKeptDraft(draft, form.values);

  function discard() {
    form.reset(draft.startAnew());
    setGenerated(undefined);
    setOpenedAt(new Date());
  }

  return {
    form,
    copyButton,
    isGenerated: generated !== undefined && generated.values === form.values,
    issuedAt: generated?.at ?? openedAt,
    /** Where there is something to throw away. */
    discard: draft.isWorthKeeping(form.values) ? discard : undefined,
    /** To be called when the picture was taken: the document is done. */
    finish: () => draft.finish(form.values),
  };
}
