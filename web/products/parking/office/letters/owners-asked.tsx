import { Download } from "lucide-react";
import { useState } from "react";
import { useActingPerson } from "#data/acting.ts";
import { type CaseWork, letterQueries, type WaitingCase } from "#data/fines/letters.ts";
import { useQuery } from "#data/use-query.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { letterTexts } from "./letter-texts.ts";
import { ownerRequestTable } from "./rules/case-tables.ts";
import { StepView } from "./steps/step-view.tsx";
import { useManyEvents } from "./steps/use-many-events.ts";
import { useSavedCases } from "./steps/use-saved-cases.ts";
import { CaseCount, WaitingList } from "./steps/waiting-list.tsx";

const texts = letterTexts.ask;

/** The site of the letters. */
export type LettersAt = { project: string };

/** Asks a register for the owners of cases, by a file (document 4 §5: `Exportera för ägaruppgift`). */
export function OwnersAsked({ project }: LettersAt) {
  const acting = useActingPerson();
  const query = useQuery(letterQueries.work(acting, project, "exported"));
  const { run, results, isPending } = useManyEvents({ project, kind: "exported" });
  const saved = useSavedCases();
  const save = (sent: { day: string } | { ids: string[] }) =>
    saved.run({ project, step: "exported", sent, table: ownerRequestTable, fileName: texts.fileName });

  async function handleExport(cases: readonly WaitingCase[]) {
    const recorded = await run(cases.map((fine) => ({ fineId: fine.id, expectedEvent: fine.last_event })));
    if (recorded !== undefined && recorded.length > 0) await save({ ids: recorded.map((result) => result.event_id) });
  }

  return (
    <StepView words={texts} {...{ query, results }} isSaving={saved.isPending()} onDay={(day) => void save({ day })}>
      {(work) => <Asked work={work} project={project} isPending={isPending} onExport={handleExport} />}
    </StepView>
  );
}

type AskedProps = {
  work: CaseWork<WaitingCase>;
  project: string;
  isPending: boolean;
  onExport: (cases: readonly WaitingCase[]) => Promise<void>;
};

function Asked({ work, project, isPending, onExport }: AskedProps) {
  const [isAgain, setIsAgain] = useState(false);
  const unasked = work.cases.filter((fine) => fine.asked_at === null);
  const chosen = isAgain ? work.cases : unasked;
  const askedBefore = work.cases.length - unasked.length;
  return (
    <>
      {chosen.length > 0 && <CaseCount {...work} cases={[...chosen]} />}
      <div className="mb-6 flex flex-wrap items-center gap-3">
        {chosen.length > 0 && (
          <Button variant="primary" pending={isPending} onClick={() => void onExport(chosen)}>
            <Download aria-hidden="true" />
            {texts.press}
          </Button>
        )}
        {askedBefore > 0 && (
          <Button aria-pressed={isAgain} onClick={() => setIsAgain(!isAgain)}>
            {texts.again(askedBefore)}
          </Button>
        )}
      </div>
      {chosen.length === 0 ? (
        <EmptyState text={texts.noneNew} />
      ) : (
        <WaitingList project={project} label={texts.label} cases={chosen} />
      )}
    </>
  );
}
