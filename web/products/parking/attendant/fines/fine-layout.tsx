import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Check } from "lucide-react";
import type { Log } from "#session/actions/use-activity-log.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Card } from "#shared/ui/card.tsx";
import { DraftNotice } from "#parking/kernel/drafts/draft-notice.tsx";
import type { DocumentTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "./fine-texts.ts";
import { formatMoney } from "#shared/format/money.ts";
import { amountOf, type FineDraft } from "#parking/kernel/notice/rules/fine-draft.ts";
import { FineChangeLog } from "./fine-change-log.tsx";
import "./pinned.css";

type FineLayoutProps<Draft extends FineDraft> = {
  form: FormState<Draft>;
  isGenerated: boolean;
  /** A stored fine has other buttons at a phone's lower edge. */
  isStored: boolean;
  texts: DocumentTexts;
  log: Log;
  /** Discards the draft, if there is one. */
  discard: (() => void) | undefined;
  /** The car, above the form. */
  car?: ReactNode;
  /** The fields of the form. */
  children: ReactNode;
  /** The photos, above the fields: the car is still there. */
  photos: ReactNode;
  /** Whether photos are still being read; generating now would leave them out. */
  isReadingPhotos: boolean;
  preview: ReactNode;
};

/** Form and preview: side by side on a wide screen, below each other on a phone (document 1 §2). */
export function FineLayout<Draft extends FineDraft>(props: FineLayoutProps<Draft>) {
  const { form, isGenerated } = props;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_650px]">
      <Card>
        {props.car}
        <FineChangeLog values={form.values} log={props.log}>
          <Form
            form={form}
            label={props.texts.form}
            className={clsx("form-with-bar", props.isStored && "is-stored")}
            actions={
              <SubmitButton
                form={form}
                wide
                size="large"
                className="flex-wrap gap-y-0"
                // The amount beside the word is no part of the button's name, which stays the same.
                aria-label={fineTexts.generate}
                disabled={isGenerated || props.isReadingPhotos}
              >
                {isGenerated && <Check aria-hidden="true" />}
                {fineTexts.generate}
                <ToPay values={form.values} />
              </SubmitButton>
            }
          >
            {props.photos}
            {props.children}
            {props.discard !== undefined && <DraftNotice loss={fineTexts.discardLoss} onDiscard={props.discard} />}
          </Form>
        </FineChangeLog>
      </Card>
      {props.preview}
    </div>
  );
}

/** The amount beside the word on the button. */
function ToPay({ values }: { values: FineDraft }) {
  const amount = amountOf(values);
  return amount === null ? null : <span className="whitespace-nowrap tabular-nums">{`· ${formatMoney(amount)}`}</span>;
}
