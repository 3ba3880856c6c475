import { useActingPerson } from "#data/acting.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { useStepRefunds } from "#data/refunds/mutations.ts";
import { type OwedCase, refundQueries } from "#data/refunds/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Button } from "#shared/ui/button.tsx";
import { MarkBar } from "../shell/marks/mark-bar.tsx";
import { type Marks, useMarks } from "../shell/marks/use-marks.ts";
import { RefundFiles } from "./refund-files.tsx";
import { RefundRow, RefundsHead } from "./refund-row.tsx";
import { refundTexts as texts } from "./refund-texts.ts";
import { refundStateOf } from "./rules/refund-state.ts";
import { SendButton } from "./send-button.tsx";

const useStep = defineAction({
  mutation: useStepRefunds,
  thing: ({ step }) => step,
  done: (_, { step }) => texts.stepDone[step],
  failed: (error) => (isCaseRefusal(error) ? error.message : texts.stepFailed),
});

/** The money that is owed to drivers, the steps for marked rows, and the files that were made. */
export function Refunds({ project }: { project: string }) {
  const query = useQuery(refundQueries.owed(project));
  return (
    <>
      <StateView
        query={{ ...query, data: query.data?.rows }}
        loading={<SkeletonList rows={3} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={<p className="text-ink-soft">{texts.none}</p>}
      >
        {(rows) => <OwedCases rows={rows} project={project} hasMore={query.data?.has_more === true} />}
      </StateView>
      <RefundFiles project={project} />
    </>
  );
}

type Marked = OwedCase & { id: string };
type OwedCasesProps = { rows: readonly OwedCase[]; project: string; hasMore: boolean };

function OwedCases({ rows, project, hasMore }: OwedCasesProps) {
  // A row without an account has no step to take.
  const marks = useMarks<Marked>(rows.flatMap((row) => (row.refund === null ? [] : [{ ...row, id: row.fine_id }])));
  return (
    <section aria-label={texts.label} className="@container">
      <p className="mb-4 max-w-prose text-ink-soft">{hasMore ? `${texts.text} ${texts.more}` : texts.text}</p>
      <RefundsHead />
      <ul aria-label={texts.label} className="border-t border-line @4xl:border-0">
        {rows.map((owed) => (
          <RefundRow
            key={owed.fine_id}
            owed={owed}
            project={project}
            isMarked={marks.has(owed.fine_id)}
            onMark={(isRange) => marks.press(owed.fine_id, isRange)}
          />
        ))}
      </ul>
      <MarkBar marks={marks}>
        <Steps project={project} marks={marks} />
      </MarkBar>
    </section>
  );
}

/** The steps that the marked rows can take together. */
function Steps({ project, marks }: { project: string; marks: Marks<Marked> }) {
  const own = useActingPerson().id;
  const step = useStep();
  const { rows } = marks;
  const isAll = (holds: (owed: OwedCase) => boolean) => rows.length > 0 && rows.every(holds);
  const isOwn = ({ refund }: OwedCase) => refund?.proposed_by?.toLowerCase() === own.toLowerCase();
  const possible = {
    proposed: isAll((owed) => refundStateOf(owed) === "left"),
    approved: isAll((owed) => refundStateOf(owed) === "waiting" && !isOwn(owed)),
    dropped: isAll(({ refund }) => refund !== null && refund.proposed_by !== null),
  };
  const kind = rows[0]?.refund?.kind ?? "account";
  const isReady = isAll((owed) => refundStateOf(owed) === "ready" && owed.refund?.kind === kind);

  async function handleStep(name: keyof typeof possible) {
    const refunds = rows.flatMap(({ refund, owed_ore: amount_ore }) =>
      refund === null ? [] : [{ ...refund, amount_ore }],
    );
    if ((await step.run({ project, step: name, refunds })).status === "done") marks.keep([]);
  }

  return (
    <>
      {isReady && <SendButton project={project} kind={kind} rows={rows} onSent={() => marks.keep([])} />}
      {(["proposed", "approved", "dropped"] as const).map(
        (name) =>
          possible[name] && (
            <Button
              key={name}
              size="small"
              variant={name === "dropped" ? "secondary" : "primary"}
              pending={step.isPending(name)}
              onClick={() => void handleStep(name)}
            >
              {texts.steps[name]}
            </Button>
          ),
      )}
    </>
  );
}
