import { useState } from "react";
import * as v from "valibot";
import { isCaseRefusal } from "#data/data-error.ts";
import type { RefundKind } from "#data/fines/look-up.ts";
import { useSendRefunds } from "#data/refunds/mutations.ts";
import { type OwedCase, refundQueries } from "#data/refunds/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { refundTexts } from "./refund-texts.ts";
import { isIban } from "./rules/iban.ts";
import { saveRefundFile } from "./save-refund-file.ts";

const texts = refundTexts.files;

/** The most days ahead that a bank is asked to pay, as the database checks it. */
const MOST_DAYS = 30;

const useSend = defineAction({
  mutation: useSendRefunds,
  done: (whole) => (saveRefundFile(whole) ? texts.done : texts.erased),
  failed: (error) => (isCaseRefusal(error) ? { text: error.message, at: "form" } : { text: texts.failed, at: "both" }),
});

const withoutBlanks = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, "").toUpperCase()),
);
const schemas = {
  account: v.object({
    iban: v.pipe(withoutBlanks, v.check(isIban, texts.wrongIban)),
    bic: v.pipe(withoutBlanks, v.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, texts.wrongBic)),
    day: v.string(),
  }),
  swish: v.object({ iban: v.string(), bic: v.string(), day: v.string() }),
};
type Typed = { iban: string; bic: string; day: string };

type SendProps = { project: string; kind: RefundKind; rows: readonly OwedCase[]; onSent: () => void };

/** Makes the file of the marked refunds, after its form: which account pays, and when. */
export function SendButton({ project, kind, rows, onSent }: SendProps) {
  const [isOpen, setIsOpen] = useState(false);
  const last = useInfiniteQuery({ ...refundQueries.files(project), select: ({ pages }) => pages.flat() });
  return (
    <>
      {/* The paying account of the last file is filled in once it is known. */}
      <Button size="small" variant="primary" disabled={last.isLoading} onClick={() => setIsOpen(true)}>
        {texts.make[kind]}
      </Button>
      {isOpen && (
        <SendDialog
          {...{ project, kind, rows, onSent }}
          before={last.data?.find((file) => file.kind === "account")}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type DialogProps = SendProps & { before: Pick<Typed, "iban" | "bic"> | undefined; onClose: () => void };

function SendDialog({ project, kind, rows, before, onSent, onClose }: DialogProps) {
  const send = useSend();
  // The file's ID is the same for each attempt of this dialog, so that a repeated press makes one file.
  const [id] = useState(randomKey);
  const [today] = useState(() => toDateValue(new Date()));
  const isAccount = kind === "account";
  return (
    <FormDialog<Typed, Typed>
      title={texts.title(formatOre(rows.reduce((sum, { owed_ore: ore }) => sum + ore, 0)))}
      description={texts.hint[kind]}
      submit={texts.save}
      onClose={onClose}
      onSaved={() => {
        onClose();
        onSent();
      }}
      initial={{ iban: before?.iban ?? "", bic: before?.bic ?? "", day: today }}
      schema={schemas[kind]}
      required={{ fields: isAccount ? ["iban", "bic", "day"] : ["day"], text: texts.missing }}
      onSubmit={({ iban, bic, day }) =>
        send.submit({
          project,
          file: { id, kind, day, ...(isAccount && { iban, bic }) },
          ids: rows.flatMap(({ refund }) => refund?.id ?? []),
        })
      }
      failed={send.failed}
    >
      {({ field }) => (
        <>
          {isAccount && (
            <>
              <TextField label={texts.iban} required autoComplete="off" maxLength={50} {...field("iban")} />
              <TextField label={texts.bic} required autoComplete="off" maxLength={20} {...field("bic")} />
            </>
          )}
          <DateField label={texts.day} required min={today} max={addDays(today, MOST_DAYS)} {...field("day")} />
        </>
      )}
    </FormDialog>
  );
}
