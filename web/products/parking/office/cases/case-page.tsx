import "#shared/ui/printed.css";
import { clsx } from "clsx";
import { readablePlate } from "#contract/plate.ts";
import { useLiveCase } from "#data/fines/live.ts";
import { fineQueries, type WholeCase } from "#data/fines/queries.ts";
import { useListInterval } from "#data/live.ts";
import { RENEW_PHOTOS_MS } from "#data/stored-files.ts";
import { useQuery } from "#data/use-query.ts";
import type { Session } from "#session/store.ts";
import { formatOre } from "#shared/format/money.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { caseStatusTexts } from "#parking/kernel/case/case-status-texts.ts";
import { caseTexts } from "../case/case-texts.ts";
import { CaseActions } from "./actions/case-actions.tsx";
import { CasePhotos } from "#parking/kernel/photos/case-photos.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { CaseDates } from "./case-dates.tsx";
import { CaseTimeline } from "./case-timeline.tsx";
import { FineFacts, ObjectionFacts, ParkingFacts, RecipientFacts, StateFacts } from "./case-facts.tsx";
import { useNotedViewing } from "../case/use-noted-viewing.ts";
import type { CaseAt } from "../case/use-case-event.ts";
import { useWayToCases } from "../case/use-way-to-cases.ts";
import { useIsWide } from "#parking/kernel/page/use-is-wide.ts";

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
      back={{ onClick: goBack }}
      stand={<Stand fine={query.data ?? null} />}
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

/** The case's plate, state and rest in the sign. Its room is kept while the case loads, so that nothing jumps. */
function Stand({ fine }: { fine: WholeCase | null }) {
  const isWide = useIsWide();
  const plate = fine === null || fine.erased_at !== null ? undefined : fine.plate;
  if (!isWide)
    return (
      <p className="min-h-5 text-sm">
        {plate !== undefined && `${readablePlate(plate)} · `}
        {fine !== null && standOf(fine, "")}
      </p>
    );
  return (
    <div className="mr-2 flex min-h-10 flex-wrap items-center gap-x-3">
      {plate !== undefined && <Plate value={plate} size="small" />}
      {fine !== null && <span>{standOf(fine)}</span>}
    </div>
  );
}

/** The state and the rest, whose name a narrow sign has no room for. */
const standOf = ({ status, left_ore: left }: WholeCase, leftToPay = `${texts.left} `) =>
  `${caseStatusTexts.statuses[status]} · ${left < 0 ? `${texts.tooMuch} ` : leftToPay}${formatOre(Math.abs(left))}`;

function CaseContent({ fine, session, project }: CaseAt & { project: string }) {
  useLiveCase(fine.id, project, fine.case_number);
  useNotedViewing(fine);
  const isErased = fine.erased_at !== null;
  const isDisputed = fine.objections.length > 0;
  return (
    <>
      <CaseActions fine={fine} session={session} />
      <CaseDates fine={fine} />
      <div className="printed grid items-start gap-6 lg:gap-y-0 lg:*:mb-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_auto_1fr]">
        <h2 className="hidden text-2xl font-bold print:block">{texts.title(fine.case_number)}</h2>
        {isDisputed && (
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">
            <ObjectionFacts objections={fine.objections} />
          </div>
        )}
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Section title={texts.photos}>
            {isErased ? <p>{texts.erased}</p> : <CasePhotos fine={fine} photos={fine.photos} session={session} />}
          </Section>
        </div>
        <div
          className={clsx(
            "grid min-w-0 gap-6 lg:col-start-1",
            isDisputed ? "lg:row-span-2 lg:row-start-2" : "lg:row-span-3 lg:row-start-1",
          )}
        >
          <StateFacts fine={fine} />
          <FineFacts fine={fine} />
          <ParkingFacts parking={fine.parking_snapshot} isErased={isErased} />
          <RecipientFacts recipients={fine.recipients} isErased={isErased} />
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-start-3">
          <CaseTimeline events={fine.events} payments={fine.payments} />
        </div>
      </div>
    </>
  );
}
