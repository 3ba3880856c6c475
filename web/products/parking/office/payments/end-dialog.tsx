import { useState } from "react";
import * as v from "valibot";
import { isCaseRefusal } from "#data/data-error.ts";
import { useEndPayment } from "#data/payments/mutations.ts";
import { ENDING_GROUNDS, type EndingGround, type UnplacedPayment } from "#data/payments/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea } from "#shared/form/text-field.tsx";
import { formatOre } from "#shared/format/money.ts";
import { randomKey } from "#shared/random-key.ts";
import { paymentTexts } from "./payment-texts.ts";

const texts = paymentTexts.end;

const GROUNDS = ENDING_GROUNDS.map((value) => ({ value, label: texts.grounds[value] }));
/** The longest reason in characters, as the database accepts it (end_payment). */
const NOTE_MAX = 500;

const useEnd = defineAction({
  mutation: useEndPayment,
  done: () => texts.done,
  failed: (error) => (isCaseRefusal(error) ? { text: error.message, at: "form" } : { text: texts.failed, at: "both" }),
});

type Values = { ground: EndingGround | ""; note: string };
const endingSchema = v.object({ ground: v.picklist(ENDING_GROUNDS), note: v.pipe(v.string(), v.trim()) });

type Props = { payment: UnplacedPayment; onClose: () => void };

/** A dialog that ends the rest of money that belongs to no case of the site: how, and why. */
export function EndDialog({ payment, onClose }: Props) {
  const end = useEnd();
  // The ID stays the same for each attempt of this dialog, so that a repeated press ends the money once.
  const [endingId] = useState(randomKey);
  return (
    <FormDialog<Values, { ground: EndingGround; note: string }>
      title={texts.title(formatOre(payment.left_ore))}
      description={texts.text(payment.payer_text ?? "")}
      submit={texts.button}
      onClose={onClose}
      initial={{ ground: "", note: "" }}
      schema={endingSchema}
      required={{ fields: ["ground", "note"], text: texts.missing }}
      onSubmit={({ ground, note }) => end.submit({ paymentId: payment.id, endingId, ground, note })}
      failed={end.failed}
    >
      {({ field }) => (
        <>
          <SelectField
            label={texts.ground}
            required
            placeholder={texts.choose}
            options={GROUNDS}
            {...field("ground")}
          />
          <TextArea label={texts.note} required maxLength={NOTE_MAX} {...field("note")} />
        </>
      )}
    </FormDialog>
  );
}
