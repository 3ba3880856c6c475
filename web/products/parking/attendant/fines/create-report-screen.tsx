import { useEffect } from "react";
import type { Session } from "#session/store.ts";
import { type Log, useActivityLog } from "#session/actions/use-activity-log.ts";
import type { ProjectId } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { reportTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "./fine-texts.ts";
import { headOf } from "./page-head.tsx";
import { FineFields } from "./fields/fine-fields.tsx";
import { type CaseNumbers, useCaseNumbers } from "./issuing/case-numbers.ts";
import { FineEditor } from "./fine-editor.tsx";
import type { FinedCar } from "./fine-row.ts";
import { useFineForm } from "./fine-form.ts";
import { useKnowsSite } from "./site-facts.ts";
import { useRecalledDrafts } from "../drafts/kept-drafts.ts";
import { useOpenedFine } from "./opened-fine.ts";
import { ReopenedFine } from "./reopened-fine.tsx";
import { reportFields } from "./fields/fine-report-fields.tsx";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { usePlateOfSearch } from "./plate-of-search.ts";
import { useWayBack } from "../shell/use-way-back.ts";
import { reportDocument } from "#parking/kernel/notice/rules/fine-document.ts";
import { newReportDraft, plateOf, type ReportDraft, typedCarOf } from "#parking/kernel/notice/rules/fine-draft.ts";
import { pictureFileName } from "./rules/fine-file-name.ts";
import { reportSchema } from "./rules/fine-schema.ts";

/** The screen for a report of one's own, as a picture (document 1 §2). For attendants. */
export function CreateReportScreen() {
  return <ForAttendants>{(at) => <CreateReport {...at} />}</ForAttendants>;
}

function CreateReport({ session, project }: AttendantAt) {
  const log = useActivityLog();
  useEffect(() => log("page_visit"), [log]);
  const handleBack = useWayBack(project, log);
  const { numbers, isReady: hasNumbers } = useCaseNumbers(session);
  const knowsSite = useKnowsSite(project);
  const isReady = useRecalledDrafts(session) && knowsSite && hasNumbers;
  const opened = useOpenedFine().id;
  const plate = usePlateOfSearch();
  return (
    <Page {...headOf(reportTexts, opened, plate)} width="wide" back={{ onClick: handleBack }}>
      {opened !== null && isReady ? (
        <ReopenedFine id={opened} {...{ session, project, log, numbers }} />
      ) : isReady ? (
        <ReportEditor {...{ session, project, log, numbers }} />
      ) : (
        <SkeletonList rows={2} label={fineTexts.loadingReport} />
      )}
    </Page>
  );
}

type ReportEditorProps = { session: Session; project: ProjectId; log: Log; numbers: CaseNumbers };

function ReportEditor({ session, project, log, numbers }: ReportEditorProps) {
  const plate = usePlateOfSearch();
  const fineForm = useFineForm<ReportDraft>({
    session,
    project,
    numbers,
    name: `report ${project ?? ""} ${plate}`,
    newDraft: (now, number, dueDays) => ({ ...newReportDraft(session.userId, now, number, dueDays), regNumber: plate }),
    carOf: carOfReport,
    schema: reportSchema,
    texts: reportTexts,
    log,
  });
  const { form, facts } = fineForm;
  return (
    <FineEditor
      fineForm={fineForm}
      data={reportDocument(form.values, facts)}
      texts={reportTexts}
      fileName={pictureFileName("rapport", plateOf(form.values), form.values.caseNumber)}
      {...{ session, project, log }}
    >
      <FineFields
        form={form}
        choices={facts.choices}
        last={fineForm.last}
        log={log}
        report={reportFields(form, { last: fineForm.last, hasPlate: plate !== "" })}
      />
    </FineEditor>
  );
}

const carOfReport = (draft: ReportDraft): FinedCar => ({
  kind: "report",
  parking_id: null,
  plate: plateOf(draft),
  ...typedCarOf(draft),
});
