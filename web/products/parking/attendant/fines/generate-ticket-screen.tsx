import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import { type Parking, parkingQueries } from "#data/parkings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { ticketTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "./fine-texts.ts";
import { usePlateOfSearch } from "./plate-of-search.ts";
import { FineFields } from "./fields/fine-fields.tsx";
import { FineEditor } from "./fine-editor.tsx";
import type { FinedCar } from "./fine-row.ts";
import { FineScreen } from "./fine-screen.tsx";
import { type FineContext, useFineForm } from "./fine-form.ts";
import { FinedCarHead } from "./fined-car-head.tsx";
import { useOpenedFine } from "./opened-fine.ts";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { ticketDocument } from "#parking/kernel/notice/rules/fine-document.ts";
import { type FineDraft, newFineDraft } from "#parking/kernel/notice/rules/fine-draft.ts";
import { pictureFileName } from "./rules/fine-file-name.ts";
import { type LoadProblem, loadProblem } from "./rules/fine-load.ts";
import { fineSchema } from "./rules/fine-schema.ts";

const LOAD_TEXTS = {
  "none-chosen": fineTexts.load.noneChosen,
  "not-found": fineTexts.load.notFound,
  failed: fineTexts.load.failed,
} as const satisfies Record<LoadProblem, string>;

/** The screen that issues a fine for a registered parking, as a picture (document 1 §2). For attendants. */
export function GenerateTicketScreen() {
  return <ForAttendants>{(at) => <GenerateTicket {...at} />}</ForAttendants>;
}

function GenerateTicket({ session, project }: AttendantAt) {
  const { parkingId = "" } = useParams();
  const opened = useOpenedFine().id;
  const plate = usePlateOfSearch();
  const log = useActivityLog();
  useEffect(() => log("page_visit"), [log]);
  const query = useQuery({
    ...parkingQueries.byId(parkingId),
    enabled: parkingId !== "" && opened === null,
    // The parking is fetched once: when another person removes it later, the half-written fine must stay.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const problem = opened === null ? loadProblem(project, parkingId, query) : undefined;
  if (problem !== undefined) return <ToDashboard project={project} message={LOAD_TEXTS[problem]} />;
  const parking = query.isFetchedAfterMount ? query.data : undefined;
  return (
    <FineScreen
      {...{ session, project, log }}
      plate={parking?.ref_number ?? plate}
      texts={ticketTexts}
      loading={fineTexts.loading}
    >
      {(context) => parking && <TicketEditor key={parking.id} parking={parking} {...context} />}
    </FineScreen>
  );
}

function TicketEditor({ parking, numbers, session, project, log }: FineContext & { parking: Parking }) {
  const fineForm = useFineForm<FineDraft>({
    session,
    project,
    numbers,
    name: `fine ${parking.id}`,
    newDraft: (now, number, dueDays) => newFineDraft(session.userId, now, number, dueDays),
    carOf: () => carOfParking(parking),
    schema: fineSchema,
    texts: ticketTexts,
    log,
  });
  const { form, facts, issuedAt } = fineForm;
  return (
    <FineEditor
      fineForm={fineForm}
      data={ticketDocument(form.values, parking, { ...facts, issuedAt })}
      texts={ticketTexts}
      fileName={pictureFileName("parkering", parking.ref_number, form.values.caseNumber)}
      {...{ session, project, log }}
      car={<FinedCarHead car={parking} />}
    >
      <FineFields form={form} choices={facts.choices} last={fineForm.last} log={log} />
    </FineEditor>
  );
}

const carOfParking = (parking: Parking): FinedCar => ({
  kind: "ticket",
  parking_id: parking.id,
  plate: parking.ref_number,
  car_model: parking.car_model,
  car_color: parking.car_color,
  street: parking.street,
  discord_username: parking.discord_username,
});

/** Shows why there is no parking to fine, and goes back to the list. */
function ToDashboard({ project, message }: { project: ProjectId; message: string }) {
  useEffect(() => toast.error(message), [message]);
  return <Navigate to={paths.attendantDashboard(project)} replace />;
}
