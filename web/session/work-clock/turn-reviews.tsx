import { Check, X } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { useReviewTurns } from "#data/work_turns/corrections.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import {
  type TurnFilter,
  type TurnKind,
  type TurnRow,
  type WorkTurn,
  workTurnQueries,
} from "#data/work_turns/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { CorrectionDialog } from "./correction-dialog.tsx";
import { type ReviewTexts, reviewTexts } from "./review-texts.ts";
import { ReviewRow } from "./review-row.tsx";

const FILTERS: readonly TurnFilter[] = ["waiting", "forgotten", "running", "all"];

const reviewingIn = (texts: ReviewTexts) =>
  defineAction({
    mutation: useReviewTurns,
    done: ({ done, kept }, { decision }) => ({
      text: texts.done[decision](done.length),
      ...(kept.length > 0 && { description: texts.kept(kept.length), kind: "info" as const }),
    }),
    failed: (error) => (isCaseRefusal(error) ? messageOf(error) : texts.failed),
  });

const useReviewingInSwedish = reviewingIn(reviewTexts.sv);
const useReviewingInEnglish = reviewingIn(reviewTexts.en);

/** A decision that needs its reason. */
type Asked = { decision: "reject" | "reopen"; turns: readonly string[] };

/** The turns of a list with their breaks, live, and those of them that are marked. */
function useTurns(project: string, kind: TurnKind, filter: TurnFilter) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  useLiveWorkTurns(`project_id=eq.${project}`);
  const query = useInfiniteQuery({
    ...workTurnQueries.ofSite(project, kind, filter),
    select: ({ pages }) => pages.flat() as unknown as TurnRow[],
    refetchInterval: useListInterval(false, PROMPT_POLL_MS),
  });
  const rows = query.data ?? [];
  const { data: known = [] } = useQuery({ ...workTurnQueries.breaksOf(rows), enabled: rows.length > 0 });
  // A turn that left the list, by another admin or a correction, is marked no more.
  const chosen = rows.filter(({ id }) => marked.has(id)).map(({ id }) => id);

  function mark(id: string) {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  }
  return {
    query,
    chosen,
    mark,
    count: rows.length,
    clear: () => setMarked(new Set()),
    markAll: () => setMarked(new Set(chosen.length === rows.length ? [] : rows.map(({ id }) => id))),
    withBreaks: (row: TurnRow): WorkTurn => ({ ...row, breaks: known.find(({ id }) => id === row.id)?.breaks ?? [] }),
  };
}

/** The turns of a site for its admin: reviewed many at once, those that nobody ended, and who is in now (document 5 §6). */
export function TurnReviews({ project, kind }: { project: string; kind: TurnKind }) {
  const lang = useLanguage();
  const texts = reviewTexts[lang];
  const [filter, setFilter] = useState<TurnFilter>("waiting");
  const turns = useTurns(project, kind, filter);
  const [asked, setAsked] = useState<Asked>();
  const [edited, setEdited] = useState<WorkTurn>();
  const reviewing = { sv: useReviewingInSwedish(), en: useReviewingInEnglish() }[lang];

  return (
    <>
      <div className="mb-4 grid gap-3">
        <Segments
          label={texts.show}
          value={filter}
          onChange={(next) => {
            setFilter(next);
            turns.clear();
          }}
          segments={FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
        />
        {filter === "waiting" && turns.count > 0 && (
          <Marked {...{ turns, texts, reviewing }} onReject={(ids) => setAsked({ decision: "reject", turns: ids })} />
        )}
      </div>
      <PagedList
        query={turns.query}
        getKey={({ id }) => id}
        renderItem={(row) => (
          <ReviewRow
            turn={turns.withBreaks(row)}
            isMarked={filter === "waiting" ? turns.chosen.includes(row.id) : undefined}
            onMark={() => turns.mark(row.id)}
            onCorrect={() => setEdited(turns.withBreaks(row))}
            onReopen={() => setAsked({ decision: "reopen", turns: [row.id] })}
          />
        )}
        label={texts.list}
        failed={texts.loadFailed}
        none={texts.none[filter]}
        estimateHeight={76}
      />
      {edited !== undefined && (
        <CorrectionDialog turn={edited} project={project} kind={kind} onClose={() => setEdited(undefined)} />
      )}
      {asked !== undefined && <ReasonDialog {...{ asked, texts, reviewing }} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type Reviewing = ReturnType<typeof useReviewingInSwedish>;
type MarkedProps = {
  turns: ReturnType<typeof useTurns>;
  texts: ReviewTexts;
  reviewing: Reviewing;
  onReject: (turns: readonly string[]) => void;
};

/** What becomes of the marked turns, many at once. */
function Marked({ turns, texts, reviewing, onReject }: MarkedProps) {
  const { chosen } = turns;
  async function approve() {
    const outcome = await reviewing.run({ turns: chosen, eventId: randomKey(), decision: "approve", note: null });
    if (outcome.status === "done") turns.clear();
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={turns.markAll}>{texts.markAll}</Button>
      <Button
        variant="primary"
        disabled={chosen.length === 0}
        pending={reviewing.isPending()}
        onClick={() => void approve()}
      >
        <Check aria-hidden="true" />
        {texts.approve}
      </Button>
      <Button disabled={chosen.length === 0} onClick={() => onReject(chosen)}>
        <X aria-hidden="true" className="text-danger" />
        {texts.reject}
      </Button>
      <output className="text-ink-soft">{chosen.length > 0 && texts.marked(chosen.length)}</output>
    </div>
  );
}

type ReasonDialogProps = {
  asked: Asked;
  texts: ReviewTexts;
  reviewing: Reviewing;
  onClose: () => void;
};

/** A rejection and a reopening need their reason. */
function ReasonDialog({ asked, texts, reviewing, onClose }: ReasonDialogProps) {
  const isRejection = asked.decision === "reject";
  const [eventId] = useState(randomKey);
  return (
    <FormDialog
      title={isRejection ? texts.rejectTitle(asked.turns.length) : texts.reopenTitle}
      description={isRejection ? texts.rejectText : texts.reopenText}
      submit={isRejection ? texts.rejectSubmit : texts.reopen}
      isDanger={isRejection}
      initial={{ note: "" }}
      schema={v.object({ note: v.pipe(v.string(), v.trim(), v.maxLength(500)) })}
      required={{ fields: ["note"], text: texts.reasonMissing }}
      onSubmit={({ note }) => reviewing.submit({ ...asked, eventId, note })}
      failed={reviewing.failed}
      onClose={onClose}
    >
      {({ field }) => <TextArea label={texts.reason} {...field("note")} required maxLength={500} />}
    </FormDialog>
  );
}
