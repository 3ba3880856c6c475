import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import { type Parking, parkingQueries } from "#data/parkings/queries.ts";
import type { Session } from "#session/store.ts";
import { type Log, useActivityLog } from "#session/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { fineTexts, ticketTexts } from "./fine-texts.ts";
import { FineFields } from "./fine-fields.tsx";
import { useFineForm } from "./fine-form.ts";
import { FineLayout } from "./fine-layout.tsx";
import { FinePreview } from "./fine-preview.tsx";
import { useSiteName } from "./fine-site-name.ts";
import { type AttendantAt, ForAttendants } from "../for-attendants.tsx";
import { useWayBack } from "../use-way-back.ts";
import { ticketDocument } from "./rules/fine-document.ts";
import { type FineDraft, newFineDraft } from "./rules/fine-draft.ts";
import { pictureFileName } from "./rules/fine-file-name.ts";
import { type LoadProblem, loadProblem } from "./rules/fine-load.ts";
import { fineSchema } from "./rules/fine-schema.ts";

const LOAD_TEXTS = {
  "none-chosen": fineTexts.load.noneChosen,
  "not-found": fineTexts.load.notFound,
  failed: fineTexts.load.failed,
} as const satisfies Record<LoadProblem, string>;

/** Issues a fine for a registered parking as a picture (document 1 §2). For attendants. */
export function GenerateTicketScreen() {
  return <ForAttendants>{(at) => <GenerateTicket {...at} />}</ForAttendants>;
}

function GenerateTicket({ session, project }: AttendantAt) {
  const { parkingId = "" } = useParams();
  const log = useActivityLog("attendant", session);
  useEffect(() => log("page_visit"), [log]);
  const handleBack = useWayBack(project, log);
  const query = useQuery({
    ...parkingQueries.byId(parkingId),
    enabled: parkingId !== "",
    // Asked once: a parking that somebody removes later must not take the half-written fine away.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const problem = loadProblem(project, parkingId, query);
  if (problem !== undefined) return <ToDashboard project={project} message={LOAD_TEXTS[problem]} />;
  const parking = query.isFetchedAfterMount ? query.data : undefined;
  return (
    <Page
      title={ticketTexts.pageTitle}
      description={ticketTexts.pageDescription}
      width="wide"
      back={{ label: fineTexts.back, onClick: handleBack }}
    >
      {parking ? (
        <TicketEditor key={parking.id} parking={parking} session={session} project={project} log={log} />
      ) : (
        <SkeletonList rows={2} label={fineTexts.loading} />
      )}
    </Page>
  );
}

type TicketEditorProps = { parking: Parking; session: Session; project: ProjectId; log: Log };

function TicketEditor({ parking, session, project, log }: TicketEditorProps) {
  const siteName = useSiteName(project);
  const { form, copyButton, isGenerated, issuedAt, discard, finish } = useFineForm<FineDraft>({
    session,
    name: `fine ${parking.id}`,
    newDraft: (now) => newFineDraft(session.userId, now),
    schema: fineSchema,
    texts: ticketTexts,
    log,
  });
  const preview = (
    <FinePreview
      data={ticketDocument(form.values, parking, { issuedAt, siteName })}
      texts={ticketTexts}
      fileName={pictureFileName("parkering", parking.ref_number, form.values.caseNumber)}
      log={log}
      check={form.check}
      onTaken={finish}
      copyButton={copyButton}
    />
  );
  return (
    <FineLayout form={form} isGenerated={isGenerated} texts={ticketTexts} {...{ log, preview, discard }}>
      <FineFields form={form} log={log} />
    </FineLayout>
  );
}

/** Tells why there is nothing to fine and goes back to the list. */
function ToDashboard({ project, message }: { project: ProjectId; message: string }) {
  useEffect(() => toast.error(message), [message]);
  return <Navigate to={paths.attendantDashboard(project)} replace />;
}
