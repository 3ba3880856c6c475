import { useActingOnDevice } from "#data/acting.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import { fetchFine, fineQueries } from "#data/fines/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { waitingFine } from "./issuing/waiting-fine.ts";
import { FineEditor } from "./fine-editor.tsx";
import { FineFields } from "./fields/fine-fields.tsx";
import type { FinedCar } from "./fine-row.ts";
import { type FineContext, useFineForm } from "./fine-form.ts";
import { useViolationChoices } from "./site-facts.ts";
import { reportFields } from "./fields/fine-report-fields.tsx";
import { reportTexts, ticketTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "./fine-texts.ts";
import { FinedCarHead } from "./fined-car-head.tsx";
import { draftOfStored } from "./rules/draft-of-stored.ts";
import { reportDocument, ticketDocument } from "#parking/kernel/notice/rules/fine-document.ts";
import { type FineDraft, type ReportDraft, typedCarOf } from "#parking/kernel/notice/rules/fine-draft.ts";
import { pictureFileName } from "./rules/fine-file-name.ts";
import { fineSchema, reportSchema } from "./rules/fine-schema.ts";

/** A stored fine, opened again by the attendant who issued it: its notice, delivery and photos, and its form while it can be corrected. */
export function ReopenedFine({ id, ...context }: FineContext & { id: string }) {
  const acting = useActingOnDevice();
  // The fine is fetched once, so that a new fetch does not undo a correction in the form.
  const query = useQuery({
    queryKey: [...fineQueries.all, "opened", id],
    queryFn: async (_, { signal }): Promise<StoredFine | null> =>
      (await waitingFine(acting, id)) ?? fetchFine(acting, id, signal),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isOwn = query.data?.issued_by === acting.id;
  return (
    <StateView
      query={{ ...query, data: query.isFetchedAfterMount ? (isOwn ? query.data : null) : undefined }}
      loading={<SkeletonList rows={2} label={fineTexts.loadingStored} />}
      failed={fineTexts.storedFailed}
      empty={fineTexts.storedMissing}
    >
      {(fine) => (fine.kind === "ticket" ? <Ticket fine={fine} {...context} /> : <Report fine={fine} {...context} />)}
    </StateView>
  );
}

type ReopenedProps = FineContext & { fine: StoredFine };

const carOf = ({ kind, plate, car_model, car_color, street, discord_username, parking_id }: StoredFine): FinedCar => ({
  kind,
  plate,
  car_model,
  car_color,
  street,
  discord_username,
  parking_id,
});

function Ticket({ fine, session, project, log, numbers }: ReopenedProps) {
  const choices = useViolationChoices(project);
  const fineForm = useFineForm<FineDraft>({
    session,
    project,
    numbers,
    name: `stored ${fine.id}`,
    newDraft: () => draftOfStored(fine, choices),
    carOf: () => carOf(fine),
    schema: fineSchema,
    texts: ticketTexts,
    log,
    opened: fine,
  });
  const { form, facts, issuedAt } = fineForm;
  const parking = { ...fine, ref_number: fine.plate, start_time: null, end_time: null, ...fine.parking_snapshot };
  return (
    <FineEditor
      fineForm={fineForm}
      data={ticketDocument(form.values, { ...parking, street: fine.street }, { ...facts, issuedAt })}
      texts={ticketTexts}
      fileName={pictureFileName("parkering", parking.ref_number, form.values.caseNumber)}
      {...{ session, project, log }}
      car={<FinedCarHead car={parking} />}
    >
      <FineFields form={form} choices={facts.choices} log={log} />
    </FineEditor>
  );
}

function Report({ fine, session, project, log, numbers }: ReopenedProps) {
  const choices = useViolationChoices(project);
  const issued = new Date(fine.issued_at);
  const fineForm = useFineForm<ReportDraft>({
    session,
    project,
    numbers,
    name: `stored ${fine.id}`,
    newDraft: () => ({
      ...draftOfStored(fine, choices),
      regNumber: fine.plate,
      carModel: fine.car_model,
      carColor: fine.car_color,
      street: fine.street,
      discordUsername: fine.discord_username ?? "",
      currentDate: toDateValue(issued),
      currentTime: toTimeValue(issued),
    }),
    carOf: (draft) => ({ ...carOf(fine), ...typedCarOf(draft) }),
    schema: reportSchema,
    texts: reportTexts,
    log,
    opened: fine,
  });
  const { form, facts } = fineForm;
  return (
    <FineEditor
      fineForm={fineForm}
      data={reportDocument(form.values, facts)}
      texts={reportTexts}
      fileName={pictureFileName("rapport", fine.plate, form.values.caseNumber)}
      {...{ session, project, log }}
    >
      <FineFields form={form} choices={facts.choices} log={log} report={reportFields(form, { hasPlate: true })} />
    </FineEditor>
  );
}
