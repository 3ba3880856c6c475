import { Download } from "lucide-react";
import { useActingPerson } from "#data/acting.ts";
import { letterQueries, type WaitingCase } from "#data/fines/letters.ts";
import { useQuery } from "#data/use-query.ts";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { letterTexts } from "./letter-texts.ts";
import type { LettersAt } from "./owners-asked.tsx";
import { CollectionAnswers } from "./collection-answers.tsx";
import { CollectionChanges } from "./collection-changes.tsx";
import { useCollectionFile } from "./steps/use-collection-file.ts";
import { StepView } from "./steps/step-view.tsx";
import { useManyEvents } from "./steps/use-many-events.ts";
import { CaseCount, WaitingList } from "./steps/waiting-list.tsx";

const texts = letterTexts.collect;

/** Hands the claims of many cases to a debt collector, with a file of all facts that a debt collector needs (document 4 §5). */
export function Collection({ project }: LettersAt) {
  const query = useQuery(letterQueries.work(useActingPerson(), project, "handed_to_collection"));
  const { run, results, isPending } = useManyEvents({ project, kind: "handed_to_collection" });
  const { save, isSaving } = useCollectionFile(project);

  async function handleCollect(cases: readonly WaitingCase[]) {
    const events = cases.map((fine) => ({ fineId: fine.id, expectedEvent: fine.last_event }));
    const recorded = await run(events, formatOre(cases.reduce((sum, fine) => sum + fine.left_ore, 0)));
    if (recorded !== undefined && recorded.length > 0) await save({ ids: recorded.map((result) => result.event_id) });
  }

  return (
    <>
      <StepView words={texts} {...{ query, results }} isSaving={isSaving} onDay={(day) => void save({ day })}>
        {(work) => (
          <>
            <CaseCount {...work} />
            <Button
              variant="primary"
              className="mb-6"
              pending={isPending}
              onClick={() => void handleCollect(work.cases)}
            >
              <Download aria-hidden="true" />
              {texts.press}
            </Button>
            <WaitingList project={project} label={texts.label} cases={work.cases} />
          </>
        )}
      </StepView>
      <CollectionChanges project={project} />
      <CollectionAnswers project={project} />
    </>
  );
}
