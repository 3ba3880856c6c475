import { useRef, useState } from "react";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { type ReplyKind, type ReplyTemplate, replyTemplateQueries } from "#data/reply_templates/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { Form } from "#shared/form/form.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { decisionInWords } from "../../case/describe-event.ts";
import { DraftNotice } from "#parking/kernel/drafts/draft-notice.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { DecisionMailPlan } from "./decision-mail.tsx";
import { KeyMark } from "../../shell/key-mark.tsx";
import { objectionTexts } from "../objection-texts.ts";
import { ReplyPreview } from "./reply-preview.tsx";
import { REPLY_MAX } from "../rules/decision-schema.ts";
import { DESK_KEYS } from "../rules/desk-key.ts";
import { TemplatesDialog } from "./templates-dialog.tsx";
import { useDeskKeys } from "../use-desk-keys.ts";
import { type DecisionAt, useDecision } from "./use-decision.ts";

const texts = objectionTexts.decide;

const today = () => toDateValue(new Date());

/** The number of templates that have a key. */
const KEYS_OF_TEMPLATES = 9;

type DecisionProps = Omit<DecisionAt, "settings" | "siteName"> & { project: string };

/** The decision on an objection with the answer to its driver, and beside it the driver's view. */
export function Decision(props: DecisionProps) {
  const settings = useQuery(siteSettingsQueries.of(props.project));
  const site = useQuery(siteQueries.byPath(props.project));
  // The form comes with its templates, so that nothing jumps.
  const templates = useQuery(replyTemplateQueries.list(props.project));
  // Without the settings, the form asks for the values that it could not fill in.
  if (settings.isPending || site.isPending || templates.isPending)
    return <SkeletonList rows={1} label={objectionTexts.desk.loading} />;
  return <DecisionForm {...props} settings={settings.data ?? null} siteName={site.data?.name ?? ""} />;
}

function DecisionForm({ project, ...at }: DecisionAt & { project: string }) {
  const { form, draft, isSettled, choose, decide, write, setDueDate, submit } = useDecision(at);
  const { objection, fine } = at;
  const { decision, reply, due_date: dueDate } = form.values;
  // The person's own decision is no news.
  const isGone = objection.decision !== null && !form.isPending;
  const place = useRef<HTMLDivElement>(null);
  // After a decision by key, the driver's view is scrolled into sight.
  const show = () => place.current?.scrollIntoView();
  const decideByKey = (kind: ReplyKind) => {
    decide(kind);
    show();
  };
  useDeskKeys({
    [DESK_KEYS.accept]: () => decideByKey("accepted"),
    [DESK_KEYS.reject]: () => decideByKey("rejected"),
    [DESK_KEYS.saveAndNext]: isGone ? undefined : () => void submit(true),
  });
  return (
    <>
      <div ref={place} className="grid items-start gap-6">
        <Section title={texts.title} actions={<ManageTemplates project={project} />}>
          <Templates project={project} onChoose={choose} onKey={show} />
          <Form form={form} actions={null}>
            <DecisionButtons decision={decision} onDecide={decide} />
            <TextArea
              label={texts.reply}
              required
              rows={10}
              maxLength={REPLY_MAX}
              {...form.field("reply")}
              onChange={write}
            />
            {decision === "rejected" && !isSettled && (
              <DateField label={texts.due} required min={today()} {...form.field("due_date")} onChange={setDueDate} />
            )}
            {draft.isWorthKeeping(form.values) && (
              <DraftNotice loss={texts.lost} onDiscard={() => form.reset(draft.startAnew())} />
            )}
          </Form>
        </Section>
        <ReplyPreview {...{ fine, decision, reply, dueDate, isSettled }} lang={objection.lang === "en" ? "en" : "sv"} />
      </div>
      {!isGone && (
        <div className="mt-6">
          <DecisionMailPlan email={objection.email} />
        </div>
      )}
      <div className="sticky bottom-0 mt-6 flex flex-wrap gap-3 bg-canvas py-3 max-lg:static">
        {isGone ? (
          <DecidedMeanwhile objection={objection} />
        ) : (
          <SaveButtons isPending={form.isPending} onSave={(opensNext) => void submit(opensNext)} />
        )}
      </div>
    </>
  );
}

/** Says that another person decided first, at the place of the save buttons. */
function DecidedMeanwhile({ objection }: Pick<DecisionAt, "objection">) {
  return (
    <p role="alert" className="rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3">
      {texts.meanwhile(decisionInWords(objection))}
    </p>
  );
}

function DecisionButtons({
  decision,
  onDecide,
}: {
  decision: string;
  onDecide: (kind: "accepted" | "rejected") => void;
}) {
  const choices = [
    { kind: "accepted", label: texts.accept, shortcut: DESK_KEYS.accept },
    { kind: "rejected", label: texts.reject, shortcut: DESK_KEYS.reject },
  ] as const;
  return (
    <fieldset aria-label={texts.decision} className="flex flex-wrap gap-3">
      {choices.map(({ kind, label, shortcut }) => (
        <Button
          key={kind}
          variant={decision === kind ? "primary" : "secondary"}
          aria-pressed={decision === kind}
          aria-keyshortcuts={shortcut}
          onClick={() => onDecide(kind)}
        >
          {label}
          <KeyMark>{shortcut}</KeyMark>
        </Button>
      ))}
    </fieldset>
  );
}

function SaveButtons({ isPending, onSave }: { isPending: boolean; onSave: (opensNext: boolean) => void }) {
  return (
    <>
      <Button
        variant="primary"
        pending={isPending}
        aria-keyshortcuts={`${DESK_KEYS.saveAndNext} Control+Enter`}
        onClick={() => onSave(true)}
      >
        {texts.saveAndNext}
        <KeyMark>{DESK_KEYS.saveAndNext}</KeyMark>
      </Button>
      <Button pending={isPending} onClick={() => onSave(false)}>
        {texts.save}
      </Button>
    </>
  );
}

type TemplatesProps = {
  project: string;
  onChoose: (template: ReplyTemplate) => Promise<void>;
  /** Called when a template was chosen by its key. */
  onKey: () => void;
};

/** The site's templates, each with its digit: rows without gaps, so that the reply below them is in sight at a desk. */
function Templates({ project, onChoose, onKey }: TemplatesProps) {
  const query = useQuery(replyTemplateQueries.list(project));
  const active = (query.data ?? []).filter(({ is_active }) => is_active);
  useDeskKeys(
    Object.fromEntries(
      active
        .slice(0, KEYS_OF_TEMPLATES)
        .map((template, index) => [String(index + 1), () => void onChoose(template).then(onKey)]),
    ),
  );
  return (
    <fieldset aria-label={texts.templates} className="mb-5 grid">
      <StateView
        query={query}
        loading={1}
        failed={objectionTexts.templates.loadFailed}
        empty={<p>{texts.noTemplates}</p>}
        isEmpty={() => active.length === 0}
      >
        {() =>
          active.map((template, index) => (
            <Button
              key={template.id}
              size="small"
              className="relative justify-between! border! text-left! wrap-anywhere not-first:-mt-px not-first:rounded-t-none not-last:rounded-b-none hover:z-10 focus-visible:z-10"
              aria-keyshortcuts={index < KEYS_OF_TEMPLATES ? String(index + 1) : undefined}
              onClick={() => void onChoose(template)}
            >
              {template.title}
              {index < KEYS_OF_TEMPLATES && <KeyMark>{String(index + 1)}</KeyMark>}
            </Button>
          ))
        }
      </StateView>
    </fieldset>
  );
}

/** The button that opens the site's templates to be changed. */
function ManageTemplates({ project }: { project: string }) {
  const [isManaging, setIsManaging] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" className="-my-2.5" onClick={() => setIsManaging(true)}>
        {texts.manage}
      </Button>
      {isManaging && <TemplatesDialog project={project} onClose={() => setIsManaging(false)} />}
    </>
  );
}
