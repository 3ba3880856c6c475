import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useLiveCase } from "#data/fines/live.ts";
import { fineQueries, type WholeCase } from "#data/fines/queries.ts";
import { useListInterval } from "#data/live.ts";
import { useLiveObjectionsOf } from "#data/objections/live.ts";
import type { Objection } from "#data/objections/queries.ts";
import { RENEW_PHOTOS_MS } from "#data/stored-files.ts";
import { useQuery } from "#data/use-query.ts";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { FROM_CASES } from "../case/use-way-to-cases.ts";
import { useNotedViewing } from "../case/use-noted-viewing.ts";
import { CasePhotos } from "#parking/kernel/photos/case-photos.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { DecisionView } from "./decision/decision-view.tsx";
import { Decision } from "./decision/decision.tsx";
import { ObjectionPart, SnapshotPart } from "./desk-parts.tsx";
import { KeyMark } from "../shell/key-mark.tsx";
import { useIsWide } from "#parking/kernel/page/use-is-wide.ts";
import { objectionTexts } from "./objection-texts.ts";
import { DESK_KEYS } from "./rules/desk-key.ts";
import { isOwnFine } from "./rules/own-fine.ts";
import { TakeButton, useTake } from "./take-button.tsx";
import { useDeskKeys } from "./use-desk-keys.ts";
import { type DeskLinkState, useNextObjection } from "./use-next-objection.ts";
import { deskAddress, useQueueOwner } from "./use-queue-owner.ts";

const texts = objectionTexts.desk;

type DeskProps = { project: string; caseNumber: string; session: Session };

/** The desk where an objection is decided: evidence, fine and objection side by side, and the answer below (document 4 §5). */
export function ObjectionDesk({ project, caseNumber, session }: DeskProps) {
  const query = useQuery({
    ...fineQueries.byNumber(project, caseNumber),
    refetchInterval: useListInterval(RENEW_PHOTOS_MS),
  });
  const [whose] = useQueueOwner();
  const { pathname, search } = deskAddress(project, whose);
  const isWide = useIsWide();
  const toCase = (
    <ButtonLink size="small" to={paths.cases(project, caseNumber)} state={FROM_CASES}>
      {texts.toCase}
    </ButtonLink>
  );
  return (
    <Page title={texts.title(caseNumber)} width="full" back={{ to: pathname + search }} actions={isWide && toCase}>
      <StateView
        query={query}
        loading={<SkeletonList rows={2} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={texts.missing}
      >
        {(fine) => <DeskContent {...{ fine, project, session }} toCase={isWide ? null : toCase} />}
      </StateView>
    </Page>
  );
}

type DeskContentProps = {
  fine: WholeCase;
  project: string;
  session: Session;
  /** The way to the case, for which a narrow sign has no room. */
  toCase: ReactNode;
};

function DeskContent({ fine, project, session, toCase }: DeskContentProps) {
  useLiveCase(fine.id, project, fine.case_number);
  useLiveObjectionsOf(fine.id, project, fine.case_number);
  useNotedViewing(fine);
  // The newest objection when the desk opened. A later one does not replace it while the person writes.
  const [id] = useState(fine.objections[0]?.id);
  const objection = fine.objections.find((each) => each.id === id) ?? fine.objections[0];
  if (objection === undefined) return <EmptyState text={texts.notDisputed} action={toCase} />;
  return <Desk key={objection.id} {...{ fine, objection, project, session, toCase }} />;
}

function Desk({ fine, objection, project, session, toCase }: DeskContentProps & { objection: Objection }) {
  const [whose] = useQueueOwner();
  const { goNext, isGoing } = useNextObjection({ project, whose, ownId: session.userId }, objection);
  const take = useTake(objection, session.userId);
  const [wasOpen] = useState(objection.decision === null);
  const [isSaved, setIsSaved] = useState(false);
  useEffect(() => {
    // The pressed button is gone with its form.
    if (isSaved) mainIfFocusLost()?.focus({ preventScroll: true });
  }, [isSaved]);
  const isOwn = isOwnFine(fine, session.userId);
  const isOpen = objection.decision === null;
  useDeskKeys({ [DESK_KEYS.next]: () => void goNext(), [DESK_KEYS.take]: isOpen && !isOwn ? take.toggle : undefined });
  return (
    <>
      <Passed />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        {isOpen && !isOwn && <TakeButton objection={objection} ownId={session.userId} shortcut={DESK_KEYS.take} />}
        <Button size="small" pending={isGoing} aria-keyshortcuts={DESK_KEYS.next} onClick={() => void goNext()}>
          {texts.next}
          <KeyMark>{DESK_KEYS.next}</KeyMark>
        </Button>
        {toCase}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23.75rem]">
        <div className="grid min-w-0 items-start gap-6 lg:grid-cols-2">
          <div className="grid min-w-0 gap-6">
            <ObjectionPart objection={objection} events={fine.events} />
            <Section title={texts.evidence}>
              <CasePhotos fine={fine} photos={fine.photos} session={session} />
            </Section>
          </div>
          <SnapshotPart fine={fine} />
        </div>
        <div className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-10.5rem)] lg:overflow-y-auto print:static print:max-h-none print:overflow-visible">
          {isOwn && isOpen && <Notice text={texts.own} />}
          {wasOpen && !isSaved && !isOwn && (
            <Decision
              {...{ fine, objection, session, goNext }}
              project={fine.project_id ?? project}
              onSaved={() => setIsSaved(true)}
            />
          )}
          {!isOpen && (isSaved || !wasOpen) && (
            <DecisionView fine={fine} objection={objection} project={fine.project_id ?? project} />
          )}
        </div>
      </div>
    </>
  );
}

/** A note that the person's own fines were skipped on the way here. */
function Passed() {
  const { ownFines } = (useLocation().state ?? {}) as NonNullable<DeskLinkState>;
  return typeof ownFines === "number" && ownFines > 0 && <Notice text={texts.passed(ownFines)} />;
}

function Notice({ text }: { text: string }) {
  return (
    <output className="mb-4 block rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3">{text}</output>
  );
}
