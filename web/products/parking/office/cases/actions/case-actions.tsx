import { clsx } from "clsx";
import { type ComponentType, useId, useState } from "react";
import { ChevronDown, Printer } from "lucide-react";
import { randomKey } from "#shared/random-key.ts";
import { paths } from "#shared/paths.ts";
import { useNow } from "#shared/use-now.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { letterTexts } from "../../letters/letter-texts.ts";
import { isOwnFine } from "../../objections/rules/own-fine.ts";
import { officeTexts } from "../../shell/office-texts.ts";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { caseTexts } from "../../case/case-texts.ts";
import { FROM_CASES } from "../../case/use-way-to-cases.ts";
import { type CaseAction, tooLateActions } from "../../case/allowed-actions.ts";
import { remindersThatHold } from "../../case/money-of-case.ts";
import { type CaseStep, DESK, stepsOf } from "../../case/next-steps.ts";
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
const DECIDING: readonly CaseStep[] = ["objection_accepted", "objection_rejected"];

/** Actions that end the case. */
const ENDING: readonly CaseStep[] = ["withdrawn", "written_off"];

/**
 * The admin's current actions on the case: the next step by its state, two more, and the rest behind `Mer`. All but one open a form.
 */
export function CaseActions({ fine, session }: CaseAt) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const moreId = useId();
  const { run, isPending } = useRecordEvent({ focus: () => document.querySelector("h1") });
  const { next, quiet, rest } = stepsOf(fine);
  const refusals = useRefusals({ fine, session }).filter(({ steps }) =>
    steps.some((step) => step === next || quiet.includes(step) || rest.includes(step)),
  );
  const OpenDialog = open === undefined ? undefined : DIALOGS[open];

  function handlePress(kind: CaseAction) {
    if (kind !== "reviewed") setOpen(kind);
    else {
      void run({ fineId: fine.id, eventId: randomKey(), kind, expectedEvent: fine.last_event });
    }
  }

  const buttonOf = (step: CaseStep) => (
    <StepButton
      key={step}
      step={step}
      fine={fine}
      isNext={step === next}
      isPending={step === "reviewed" && isPending()}
      refusedBy={refusals.find(({ steps }) => steps.includes(step))?.id}
      onPress={handlePress}
    />
  );

  return (
    <>
      <div className="mb-6 grid gap-2 print:hidden">
        <div className="flex flex-wrap gap-2">
          {next !== null && buttonOf(next)}
          {quiet.map(buttonOf)}
          <MoreButton isOpen={isMoreOpen} controls={moreId} onPress={() => setIsMoreOpen(!isMoreOpen)} />
        </div>
        <div id={moreId} hidden={!isMoreOpen} className="flex flex-wrap gap-2 border-l-4 border-line pl-3">
          {rest.map(buttonOf)}
          <PrintButtons fine={fine} />
          <BooksLink fine={fine} />
        </div>
      </div>
      {refusals.map(({ id, text }) => (
        <p key={id} id={id} className="-mt-3 mb-6 text-ink-soft">
          {text}
        </p>
      ))}
      {OpenDialog !== undefined && <OpenDialog fine={fine} session={session} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** The steps that a person may not press on a case, each with the text below the buttons that says why. */
function useRefusals({
  fine,
  session,
}: CaseAt): { id: string; text: string | undefined; steps: readonly CaseStep[] }[] {
  const tooLate = tooLateActions(fine, new Date(useNow()));
  const own = isOwnFine(fine, session.userId) ? DECIDING : [];
  return [
    { id: "own-fine", text: caseTexts.page.ownFine, steps: own },
    { id: "too-late", text: caseTexts.lacks["in-time"], steps: tooLate },
  ];
}

type MoreButtonProps = { isOpen: boolean; controls: string; onPress: () => void };

function MoreButton({ isOpen, controls, onPress }: MoreButtonProps) {
  return (
    <Button
      size="small"
      variant="ghost"
      className={CLOSE_TOGETHER}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
    >
      {caseTexts.page.more}
      <ChevronDown aria-hidden="true" className={clsx(isOpen && "rotate-180")} />
    </Button>
  );
}

function PrintButtons({ fine }: Pick<CaseAt, "fine">) {
  const reminder = remindersThatHold(fine.events).at(-1);
  return (
    <>
      <Button size="small" className={CLOSE_TOGETHER} onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {caseTexts.page.print}
      </Button>
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
    </>
  );
}

/** The way from a case to its rows in the books. */
function BooksLink({ fine }: Pick<CaseAt, "fine">) {
  return (
    <ButtonLink size="small" className={CLOSE_TOGETHER} to={paths.ledgerRows(fine.project_id ?? "", fine.case_number)}>
      {officeTexts.ledger}
    </ButtonLink>
  );
}

const wordsOf = (kind: CaseAction, fine: CaseAt["fine"]) =>
  kind === "recipient_set" && fine.recipients.length === 0 ? caseTexts.recipient.first : WORDS[kind].button;

type StepButtonProps = {
  step: CaseStep;
  fine: CaseAt["fine"];
  isNext: boolean;
  isPending: boolean;
  /** The id of the text below the buttons that says why the button cannot be pressed. */
  refusedBy: string | undefined;
  onPress: (kind: CaseAction) => void;
};

function StepButton({ step, fine, isNext, isPending, refusedBy, onPress }: StepButtonProps) {
  const look = {
    size: "small",
    variant: isNext ? "primary" : "secondary",
    className: clsx(CLOSE_TOGETHER, ENDING.includes(step) && "border-danger! text-danger!"),
  } as const;
  if (step === DESK)
    return (
      <ButtonLink {...look} to={paths.objections(fine.project_id ?? "", fine.case_number)}>
        {isNext ? caseTexts.page.decide : caseTexts.page.toDesk}
      </ButtonLink>
    );
  return (
    <Button
      {...look}
      pending={isPending}
      disabled={refusedBy !== undefined}
      aria-describedby={refusedBy}
      onClick={() => onPress(step)}
    >
      {wordsOf(step, fine)}
    </Button>
  );
}
