import { useState } from "react";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { caseTexts } from "./case-texts.ts";
import { allowedActions, type CaseAction } from "./rules/allowed-actions.ts";
import { NoteDialog, PaymentDialog, ReopenDialog, WithdrawDialog } from "./case-dialogs.tsx";
import { type CaseAt, useRecordEvent } from "./use-case-event.ts";

const LABELS: Record<CaseAction, string> = {
  payment: caseTexts.payment.button,
  reviewed: caseTexts.review.button,
  noted: caseTexts.note.button,
  withdrawn: caseTexts.withdraw.button,
  reopened: caseTexts.reopen.button,
};

const DIALOGS = { payment: PaymentDialog, noted: NoteDialog, withdrawn: WithdrawDialog, reopened: ReopenDialog };

/** What an admin can do with the case now: a button each, all but one with a form. */
export function CaseActions({ fine, session }: CaseAt) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const { run, isPending } = useRecordEvent({ focus: () => document.querySelector("h1") });
  const OpenDialog = open === undefined ? undefined : DIALOGS[open];

  function handlePress(kind: CaseAction) {
    if (kind !== "reviewed") setOpen(kind);
    else {
      const [fineId, actingAs, expectedEvent] = [fine.id, session.userId, fine.last_event];
      void run({ fineId, eventId: randomKey(), kind, expectedEvent, actingAs });
    }
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap gap-2">
        {allowedActions(fine).map((kind) => (
          <Button
            key={kind}
            size="small"
            variant={kind === "payment" ? "primary" : "secondary"}
            className={kind === "withdrawn" ? "border-danger! text-danger!" : undefined}
            pending={kind === "reviewed" && isPending()}
            onClick={() => handlePress(kind)}
          >
            {LABELS[kind]}
          </Button>
        ))}
      </div>
      {OpenDialog !== undefined && <OpenDialog fine={fine} session={session} onClose={() => setOpen(undefined)} />}
    </>
  );
}
