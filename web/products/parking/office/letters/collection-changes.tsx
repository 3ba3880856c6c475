import { Download } from "lucide-react";
import { useActingPerson } from "#data/acting.ts";
import { letterQueries, type WaitingCase } from "#data/fines/letters.ts";
import { useQuery } from "#data/use-query.ts";
import { Button } from "#shared/ui/button.tsx";
import { letterTexts } from "./letter-texts.ts";
import type { LettersAt } from "./owners-asked.tsx";
import { changesTable } from "./rules/case-tables.ts";
import { StepView } from "./steps/step-view.tsx";
import { useManyEvents } from "./steps/use-many-events.ts";
import { useSavedCases } from "./steps/use-saved-cases.ts";
import { CaseCount, WaitingList } from "./steps/waiting-list.tsx";

const texts = letterTexts.changes;

/** Informs a debt collector of changes in their claims. Each change is sent once, in a file of a day that can be saved again. */
export function CollectionChanges({ project }: LettersAt) {
  const acting = useActingPerson();
  const query = useQuery(letterQueries.work(acting, project, "collection_told"));
  const { run, results, isPending } = useManyEvents({ project, kind: "collection_told" });
  const saved = useSavedCases();
  const save = (sent: { day: string } | { ids: string[] }) =>
    saved.run({ project, step: "collection_told", sent, table: changesTable, fileName: texts.fileName });

  async function handleSave(cases: readonly WaitingCase[]) {
    // The file has the changes that the database noted in the same step.
    const recorded = await run(cases.map((fine) => ({ fineId: fine.id, expectedEvent: fine.last_event })));
    if (recorded !== undefined && recorded.length > 0) await save({ ids: recorded.map((result) => result.event_id) });
  }

  return (
    <section aria-labelledby="collection-changes" className="comes-after mt-10">
      <h2 id="collection-changes" className="mb-3 text-xl font-bold">
        {texts.title}
      </h2>
      <StepView words={texts} {...{ query, results }} isSaving={saved.isPending()} onDay={(day) => void save({ day })}>
        {(work) => (
          <>
            <CaseCount {...work} />
            <Button variant="primary" className="mb-6" pending={isPending} onClick={() => void handleSave(work.cases)}>
              <Download aria-hidden="true" />
              {texts.press}
            </Button>
            <WaitingList project={project} label={texts.label} cases={work.cases} />
          </>
        )}
      </StepView>
    </section>
  );
}
