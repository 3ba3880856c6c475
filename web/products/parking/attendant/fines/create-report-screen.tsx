import { useEffect } from "react";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { reportTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "./fine-texts.ts";
import { FineFields } from "./fields/fine-fields.tsx";
import { FineEditor } from "./fine-editor.tsx";
import type { FinedCar } from "./fine-row.ts";
import { FineScreen } from "./fine-screen.tsx";
import { type FineContext, useFineForm } from "./fine-form.ts";
import { reportFields } from "./fields/fine-report-fields.tsx";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { usePlateOfSearch } from "./plate-of-search.ts";
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
  const plate = usePlateOfSearch();
  return (
    <FineScreen {...{ session, project, log, plate }} texts={reportTexts} loading={fineTexts.loadingReport}>
      {(context) => <ReportEditor {...context} />}
    </FineScreen>
  );
}

function ReportEditor({ session, project, log, numbers }: FineContext) {
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
