import type { ReactNode } from "react";
import type { Log } from "#session/actions/use-activity-log.ts";
import type { Session } from "#session/store.ts";
import type { ProjectId } from "#shared/paths.ts";
import type { DocumentTexts } from "#parking/kernel/notice/notice-texts.ts";
import type { FineFormState } from "./fine-form.ts";
import { FineLayout } from "./fine-layout.tsx";
import { FinePhotosField } from "./photos/fine-photos-field.tsx";
import { FinePreview } from "./document/fine-preview.tsx";
import type { FineDocumentData } from "#parking/kernel/notice/rules/fine-document.ts";
import type { FineDraft } from "#parking/kernel/notice/rules/fine-draft.ts";
import { StoredPanel, StoredPanelRoom } from "./issuing/stored-panel.tsx";
import { NoticeGaps } from "#parking/kernel/notice/notice-gaps.tsx";
import { WarningsDialog } from "./warnings-dialog.tsx";

type FineEditorProps<Draft extends FineDraft> = {
  fineForm: FineFormState<Draft>;
  /** The document as the form has it now. */
  data: FineDocumentData;
  texts: DocumentTexts;
  fileName: string;
  session: Session;
  project: ProjectId;
  log: Log;
  car?: ReactNode;
  /** The fields of the form. */
  children: ReactNode;
};

/** A fine or a report, from its form to the stored case: form, photos, reasons, delivery, picture (document 4 §5). */
export function FineEditor<Draft extends FineDraft>(props: FineEditorProps<Draft>) {
  const { fineForm, data, texts, fileName, session, project, log, car, children } = props;
  const { form, issuing, photos, sending } = fineForm;
  const { stored } = issuing;
  const isWithdrawn = stored?.status === "withdrawn";
  // A fine without a plate is a picture and no case.
  const isFirstStoring = form.isPending && stored === undefined && data.plate !== "";
  const preview = (
    // Room for the choices that are fixed to a phone's lower edge.
    <div className={stored === undefined ? undefined : "above-choices"}>
      {stored !== undefined && (
        <StoredPanel
          fine={stored}
          {...{ project, sending, session }}
          isCorrecting={form.isPending}
          onDelivered={(delivery) => issuing.setStored((fine) => fine && { ...fine, delivery })}
        />
      )}
      {isFirstStoring && <StoredPanelRoom caseNumber={data.caseNumber} hasPhotos={photos.photos.length > 0} />}
      {!isWithdrawn && (
        <FinePreview
          {...{ data, texts, fileName, log }}
          // A document stored as it stands is complete, even after its last day.
          check={() => (stored !== undefined && fineForm.isGenerated) || form.check()}
          isStoring={form.isPending}
          copyButton={fineForm.copyButton}
        />
      )}
    </div>
  );
  // A closed fine has no fields any more.
  if (fineForm.isClosed) return <div className="max-w-[650px]">{preview}</div>;
  return (
    <>
      {stored === undefined && <NoticeGaps project={project} />}
      <FineLayout
        form={form}
        isGenerated={fineForm.isGenerated}
        isStored={stored !== undefined}
        texts={texts}
        log={log}
        discard={isFirstStoring ? undefined : fineForm.discard}
        car={car}
        photos={
          stored === undefined && !isFirstStoring && <FinePhotosField photos={photos} disabled={form.isPending} />
        }
        isReadingPhotos={photos.isReading}
        preview={preview}
      >
        {children}
      </FineLayout>
      <WarningsDialog
        warnings={issuing.question?.warnings}
        onAnswer={(accepted) => issuing.question?.answer(accepted)}
      />
    </>
  );
}
