import { useEffect } from "react";
import { useLocation } from "react-router";
import { useActivityLog } from "#session/use-activity-log.ts";
import { Page } from "#shared/ui/page.tsx";
import { fineTexts, reportTexts } from "./fine-texts.ts";
import { FineFields } from "./fine-fields.tsx";
import { useFineForm } from "./fine-form.ts";
import { FineLayout } from "./fine-layout.tsx";
import { FinePreview } from "./fine-preview.tsx";
import { ReportFields } from "./fine-report-fields.tsx";
import { useSiteName } from "./fine-site-name.ts";
import { type AttendantAt, ForAttendants } from "../for-attendants.tsx";
import { useWayBack } from "../use-way-back.ts";
import { reportDocument } from "./rules/fine-document.ts";
import { newReportDraft, plateOf, type ReportDraft } from "./rules/fine-draft.ts";
import { pictureFileName } from "./rules/fine-file-name.ts";
import { reportSchema } from "./rules/fine-schema.ts";

/** Writes a report of one's own as a picture (document 1 §2). For attendants. */
export function CreateReportScreen() {
  return <ForAttendants>{(at) => <CreateReport {...at} />}</ForAttendants>;
}

function CreateReport({ session, project }: AttendantAt) {
  const plate = usePlateOfSearch();
  const log = useActivityLog("attendant", session);
  useEffect(() => log("page_visit"), [log]);
  const siteName = useSiteName(project);
  const { form, copyButton, isGenerated, discard, finish } = useFineForm<ReportDraft>({
    session,
    name: `report ${project ?? ""} ${plate}`,
    newDraft: (now) => ({ ...newReportDraft(session.userId, now), regNumber: plate }),
    schema: reportSchema,
    texts: reportTexts,
    log,
  });
  const handleBack = useWayBack(project, log);
  const preview = (
    <FinePreview
      data={reportDocument(form.values, siteName)}
      texts={reportTexts}
      fileName={pictureFileName("rapport", plateOf(form.values), form.values.caseNumber)}
      log={log}
      check={form.check}
      onTaken={finish}
      copyButton={copyButton}
    />
  );
  return (
    <Page
      title={reportTexts.pageTitle}
      description={reportTexts.pageDescription}
      width="wide"
      back={{ label: fineTexts.back, onClick: handleBack }}
    >
      <FineLayout form={form} isGenerated={isGenerated} texts={reportTexts} {...{ log, preview, discard }}>
        <ReportFields form={form} />
        <FineFields form={form} log={log} />
      </FineLayout>
    </Page>
  );
}

/** The plate that was searched for in vain, where that led here. */
function usePlateOfSearch(): string {
  const { state } = useLocation() as { state: { plate?: unknown } | null };
  return typeof state?.plate === "string" ? state.plate : "";
}
