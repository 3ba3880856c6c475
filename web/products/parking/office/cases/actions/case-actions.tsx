import { clsx } from "clsx";
import { type ComponentType, useState } from "react";
import { Printer } from "lucide-react";
import { randomKey } from "#shared/random-key.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { letterTexts } from "../../letters/letter-texts.ts";
import { isOwnFine } from "../../objections/rules/own-fine.ts";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { caseTexts } from "../../case/case-texts.ts";
import { FROM_CASES } from "../../case/use-way-to-cases.ts";
import { allowedActions, type CaseAction } from "../../case/allowed-actions.ts";
import { remindersThatHold } from "../../case/money-of-case.ts";
import {
  CollectDialog,
  DeliverDialog,
  NoteDialog,
  RecallDialog,
  ReminderDialog,
  ReminderUndoneDialog,
  ReopenDialog,
  SupplementDialog,
  WithdrawDialog,
  WriteOffDialog,
} from "./case-dialogs.tsx";
import { MovePaymentDialog, PaymentDialog, RefundDialog, UndoPaymentDialog } from "./money-dialogs.tsx";
import { AcceptDialog, ObjectionDialog, RecipientDialog, RejectDialog } from "./people-dialogs.tsx";
import { type CaseAt, useRecordEvent, WORDS } from "../../case/use-case-event.ts";

const DIALOGS: Record<Exclude<CaseAction, "reviewed">, ComponentType<CaseAt & { onClose: () => void }>> = {
  payment: PaymentDialog,
  refunded: RefundDialog,
  payment_moved: MovePaymentDialog,
  payment_undone: UndoPaymentDialog,
  objected: ObjectionDialog,
  supplemented: SupplementDialog,
  objection_accepted: AcceptDialog,
  objection_rejected: RejectDialog,
  recipient_set: RecipientDialog,
  reminded: ReminderDialog,
  reminder_undone: ReminderUndoneDialog,
  handed_to_collection: CollectDialog,
  recalled: RecallDialog,
  delivered: DeliverDialog,
  noted: NoteDialog,
  withdrawn: WithdrawDialog,
  written_off: WriteOffDialog,
  reopened: ReopenDialog,
};

/** Actions that decide an objection; nobody decides on their own fine (document 4 §4). */
const DECIDING: readonly CaseAction[] = ["objection_accepted", "objection_rejected"];
const OWN_NOTE = "own-fine";

/** Actions that end the case. */
const ENDING: readonly CaseAction[] = ["withdrawn", "written_off"];

/** The admin's current actions on the case: a button each, all but one with a form. */
export function CaseActions({ fine, session }: CaseAt) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const { run, isPending } = useRecordEvent({ focus: () => document.querySelector("h1") });
  const reminder = remindersThatHold(fine.events).at(-1);
  const isOwn = isOwnFine(fine, session.userId);
  const OpenDialog = open === undefined ? undefined : DIALOGS[open];

  function handlePress(kind: CaseAction) {
    if (kind !== "reviewed") setOpen(kind);
    else {
      void run({ fineId: fine.id, eventId: randomKey(), kind, expectedEvent: fine.last_event });
    }
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap gap-2">
        {allowedActions(fine).map((kind, index) => (
          <ActionButton
            key={kind}
            kind={kind}
            isFirst={index === 0}
            words={wordsOf(kind, fine)}
            isPending={kind === "reviewed" && isPending()}
            isRefused={isOwn && DECIDING.includes(kind)}
            onPress={() => handlePress(kind)}
          />
        ))}
        <Button size="small" className={CLOSE_TOGETHER} onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {caseTexts.page.print}
        </Button>
        {fine.objections.length > 0 && (
          <ButtonLink size="small" to={paths.objections(fine.project_id ?? "", fine.case_number)}>
            {caseTexts.page.toDesk}
          </ButtonLink>
        )}
        {reminder !== undefined && (
          <ButtonLink
            size="small"
            className={CLOSE_TOGETHER}
            to={paths.letter(fine.project_id ?? "", fine.case_number, reminder.id)}
            state={FROM_CASES}
          >
            <Printer aria-hidden="true" />
            {letterTexts.reprint}
          </ButtonLink>
        )}
      </div>
      {isOwn && fine.status === "disputed" && (
        <p id={OWN_NOTE} className="-mt-3 mb-6 text-ink-soft">
          {caseTexts.page.ownFine}
        </p>
      )}
      {OpenDialog !== undefined && <OpenDialog fine={fine} session={session} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const wordsOf = (kind: CaseAction, fine: CaseAt["fine"]) =>
  kind === "recipient_set" && fine.recipients.length === 0 ? caseTexts.recipient.first : WORDS[kind].button;

type ActionButtonProps = {
  words: string;
  kind: CaseAction;
  isFirst: boolean;
  isPending: boolean;
  /** Whether the person may not press the button; a text below the buttons says why. */
  isRefused: boolean;
  onPress: () => void;
};

function ActionButton({ kind, words, isFirst, isPending, isRefused, onPress }: ActionButtonProps) {
  return (
    <Button
      size="small"
      variant={isFirst ? "primary" : "secondary"}
      className={clsx(CLOSE_TOGETHER, ENDING.includes(kind) && "border-danger! text-danger!")}
      pending={isPending}
      disabled={isRefused}
      aria-describedby={isRefused ? OWN_NOTE : undefined}
      onClick={onPress}
    >
      {words}
    </Button>
  );
}
