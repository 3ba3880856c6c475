import { useEffectEvent, useEffect, useRef } from "react";
import { FINE } from "#contract/limits.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Objection } from "#data/objections/queries.ts";
import type { ReplyKind, ReplyTemplate } from "#data/reply_templates/queries.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { Session } from "#session/store.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { useForm } from "#shared/form/use-form.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { useCaseEvent } from "../../case/use-case-event.ts";
import { useDraft, useKeptDraft } from "#parking/kernel/drafts/use-draft.ts";
import { objectionTexts } from "../objection-texts.ts";
import { decisionSchema, saysOpposite } from "../rules/decision-schema.ts";
import { fillTemplate, templateFacts, withDueDate } from "../rules/fill-template.ts";

const texts = objectionTexts.decide;

/** The typed decision. `template` is the decision of the template that the reply began with. */
type Typed = { decision: ReplyKind | ""; reply: string; due_date: string; template: ReplyKind | "" };
type Decided = Typed & { decision: ReplyKind };

export type DecisionAt = {
  fine: WholeCase;
  objection: Objection;
  session: Session;
  settings: SiteSettings | null;
  siteName: string;
  /** Opens the next objection. */
  goNext: () => Promise<void>;
  onSaved: () => void;
};

/** The form that decides an objection. Its draft stays on the device, and after a failed save its values stay. */
export function useDecision(at: DecisionAt) {
  const { fine, objection, session, settings } = at;
  const isSettled = fine.left_ore <= (settings?.small_balance ?? 0) * 100;
  const draft = useDraft<Typed>({
    session,
    kind: "admin",
    name: `objection ${objection.id}`,
    fresh: () => ({
      decision: "",
      reply: "",
      due_date: addDays(toDateValue(new Date()), settings?.due_days ?? FINE.dueDays),
      template: "",
    }),
  });
  const save = useSave(at, isSettled, draft.finish);
  const form = useForm<Typed, Decided>({
    initial: draft.initial,
    schema: decisionSchema,
    required: { fields: ["decision", "reply"], text: texts.missing },
    onSubmit: save.save,
    failed: save.failed,
  });
  useKeptDraft(draft, form.values);
  const { choose, decide, write, setDueDate } = useReply(at, isSettled, form);

  async function submit(opensNext: boolean) {
    const { decision } = form.values;
    if (decision !== "" && saysOpposite(form.values)) {
      const { title, description, confirmText } = texts.opposite[decision];
      if (!(await confirm({ title, description, confirmText }))) return;
    }
    save.openNextAfterSave(opensNext);
    form.formProps.ref.current?.requestSubmit();
  }
  return { form, draft, isSettled, choose, decide, write, setDueDate, submit };
}

/** Records the decision, or shows why it failed. */
function useSave({ fine, goNext, onSaved }: DecisionAt, isSettled: boolean, finish: (typed: Typed) => void) {
  const accepted = useCaseEvent({ fine }, "objection_accepted");
  const rejected = useCaseEvent({ fine }, "objection_rejected");
  const opensNext = useRef(false);
  const sent = useRef<ReplyKind>("accepted");

  async function save(typed: Decided) {
    const { decision, reply: note, due_date } = typed;
    sent.current = decision;
    if (decision === "accepted") await accepted.record({ note });
    else await rejected.record({ note, ...(isSettled ? {} : { data: { due_date } }) });
    finish(typed);
    onSaved();
    if (opensNext.current) await goNext();
  }
  // Both events learn of a conflict, because the person may then decide either way.
  const failed = (error: unknown) =>
    ({ accepted: accepted.failed(error), rejected: rejected.failed(error) })[sent.current];
  const openNextAfterSave = (isWanted: boolean) => void (opensNext.current = isWanted);
  return { save, failed, openNextAfterSave };
}

type ReplyForm = {
  values: Typed;
  set: <Name extends keyof Typed>(name: Name, value: Typed[Name]) => void;
};

/** Fills in the reply from a template, and updates money and days in it until the person edits it. */
function useReply({ fine, objection, settings, siteName }: DecisionAt, isSettled: boolean, { values, set }: ReplyForm) {
  const filled = useRef<{ template: ReplyTemplate; text: string }>(undefined);
  const isAsFilled = () => values.reply === filled.current?.text;
  const factsOf = (decision: ReplyKind, dueDate: string) =>
    templateFacts({
      fine,
      decision,
      isSettled,
      dueDate,
      siteName,
      name: objection.name,
      issuer: settings?.issuer_name ?? "",
    });

  function fill(template: ReplyTemplate) {
    const text = fillTemplate(template.text, factsOf(template.kind, values.due_date));
    filled.current = { template, text };
    set("reply", text);
  }

  async function choose(template: ReplyTemplate) {
    const { replaceTitle: title, replaceText: description, replace: confirmText } = texts;
    const question = { title, description, confirmText };
    if (values.reply.trim() !== "" && !isAsFilled() && !(await confirm(question))) return;
    set("decision", template.kind);
    set("template", template.kind);
    fill(template);
  }

  function decide(decision: ReplyKind) {
    // A template for the other decision would say the opposite.
    if (isAsFilled() && filled.current?.template.kind !== decision) write("");
    set("decision", decision);
  }

  function write(reply: string) {
    set("reply", reply);
    // A person who empties the reply writes their own.
    if (reply.trim() === "") set("template", "");
  }

  function setDueDate(dueDate: string) {
    const change = (reply: string) => withDueDate(reply, values.due_date, dueDate);
    if (filled.current !== undefined) filled.current.text = change(filled.current.text);
    set("reply", change(values.reply));
    set("due_date", dueDate);
  }

  const fillAgain = useEffectEvent((_money: string) => {
    if (filled.current !== undefined && isAsFilled()) fill(filled.current.template);
  });
  // Money may have come meanwhile.
  const money = `${fine.left_ore} ${fine.paid_ore}`;
  useEffect(() => fillAgain(money), [money]);
  return { choose, decide, write, setDueDate };
}
