import "#shared/ui/printed.css";
import { useLiveCase } from "#data/fines/live.ts";
import { fineQueries, type WholeCase } from "#data/fines/queries.ts";
import { useListInterval } from "#data/live.ts";
import { RENEW_PHOTOS_MS } from "#data/storage.ts";
import { useQuery } from "#data/use-query.ts";
import type { Session } from "#session/store.ts";
import { formatOre } from "#shared/format/money.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { caseStatusTexts } from "#parking/kernel/case/case-status-texts.ts";
import { caseTexts } from "../case/case-texts.ts";
import { CaseActions } from "./actions/case-actions.tsx";
import { CasePhotos } from "#parking/kernel/photos/case-photos.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { CaseTimeline } from "./case-timeline.tsx";
import { FineFacts, ObjectionFacts, ParkingFacts, RecipientFacts, StateFacts } from "./case-facts.tsx";
import { useNotedViewing } from "../case/use-noted-viewing.ts";
import type { CaseAt } from "../case/use-case-event.ts";
import { useWayToCases } from "../case/use-way-to-cases.ts";

const texts = caseTexts.page;

type CasePageProps = { project: string; caseNumber: string; session: Session };

/** A case with all its facts and actions. */
export function CasePage({ project, caseNumber, session }: CasePageProps) {
  const query = useQuery({
    ...fineQueries.byNumber(project, caseNumber),
    refetchInterval: useListInterval(RENEW_PHOTOS_MS),
  });
  const goBack = useWayToCases(project);
  return (
    <Page
      title={texts.title(caseNumber)}
      width="wide"
      description={query.data ? standOf(query.data) : ROOM}
      back={{ onClick: goBack }}
    >
      <StateView
        query={query}
        loading={<SkeletonList rows={2} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={texts.missing}
      >
        {(fine) => <CaseContent fine={fine} session={session} project={project} />}
      </StateView>
    </Page>
  );
}

/** An empty line, so that nothing jumps when its text comes. */
const ROOM = "\u00A0";

/** The case's state in one line, above the actions. */
const standOf = ({ status, left_ore: left }: WholeCase) =>
  `${caseStatusTexts.statuses[status]} · ${left < 0 ? texts.tooMuch : texts.left} ${formatOre(Math.abs(left))}`;

function CaseContent({ fine, session, project }: CaseAt & { project: string }) {
  useLiveCase(fine.id, project, fine.case_number);
  useNotedViewing(fine);
  const isErased = fine.erased_at !== null;
  return (
    <>
      <CaseActions fine={fine} session={session} />
      <div className="printed grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-6">
          <h2 className="hidden text-2xl font-bold print:block">{texts.title(fine.case_number)}</h2>
          <StateFacts fine={fine} />
          <FineFacts fine={fine} />
          <ObjectionFacts objections={fine.objections} />
          <ParkingFacts parking={fine.parking_snapshot} isErased={isErased} />
          <RecipientFacts recipients={fine.recipients} isErased={isErased} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Section title={texts.photos}>
            {isErased ? <p>{texts.erased}</p> : <CasePhotos fine={fine} photos={fine.photos} session={session} />}
          </Section>
          <CaseTimeline events={fine.events} payments={fine.payments} />
        </div>
      </div>
    </>
  );
}
