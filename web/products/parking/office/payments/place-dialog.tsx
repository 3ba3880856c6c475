import { useState } from "react";
import { isCaseRefusal } from "#data/data-error.ts";
import { leftOre, NO_FILTER } from "#data/fines/lists.ts";
import { fineQueries, type ListedCase } from "#data/fines/queries.ts";
import { rowsOf } from "#data/keyset-pages.ts";
import { usePlacePayment } from "#data/payments/mutations.ts";
import type { UnplacedPayment } from "#data/payments/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { CaseStatusBadges } from "#parking/kernel/case/case-status.tsx";
import { TermSearch } from "../shell/term-search.tsx";
import { paymentTexts } from "./payment-texts.ts";
import { useMatches, usePlacingKeys } from "./placing.ts";
import { type Part, partOf, partsSchema, restOf } from "./rules/parts.ts";

const texts = paymentTexts.place;

const usePlace = defineAction({
  mutation: usePlacePayment,
  done: () => texts.done,
  failed: (error) => (isCaseRefusal(error) ? { text: error.message, at: "form" } : { text: texts.failed, at: "both" }),
});

type Values = { parts: readonly Part[] };
type Props = { payment: UnplacedPayment; project: string; onClose: () => void };

/** A dialog that gives money without a case to one case or several: a search finds them, and each gets an amount. */
export function PlaceDialog({ payment, project, onClose }: Props) {
  const place = usePlace();
  const keysOf = usePlacingKeys();
  const left = payment.left_ore;
  return (
    <FormDialog<Values, Values>
      width="normal"
      title={texts.title(formatOre(left))}
      description={texts.text(payment.payer_text ?? "")}
      submit={texts.button}
      onClose={onClose}
      initial={{ parts: [] }}
      schema={partsSchema(left)}
      required={{ fields: ["parts"], text: texts.missing }}
      onSubmit={({ parts }) => place.submit({ paymentId: payment.id, ...keysOf(parts) })}
      failed={place.failed}
      renderBefore={(form) => <FindCases {...{ payment, project, form, left }} />}
    >
      {(form) => <Parts form={form} left={left} />}
    </FormDialog>
  );
}

type FormPart = { form: FormState<Values>; left: number };

function FindCases({ form, left, ...of }: FormPart & Omit<Props, "onClose">) {
  const { project } = of;
  const [search, setSearch] = useState("");
  const query = useInfiniteQuery({
    ...fineQueries.list({ project, list: "all", search, filter: NO_FILTER }),
    select: rowsOf,
    enabled: search !== "",
  });
  const matches = useMatches(of, search === "" ? [] : (query.data ?? []));
  const { parts } = form.values;
  function add(fine: ListedCase) {
    const match = matches.data?.find(({ case_number }) => case_number === fine.case_number);
    form.set("parts", [...parts, partOf(fine, restOf(parts, left), match)]);
  }
  return (
    <>
      <div className="mb-6">
        <TermSearch term={search} onSearch={setSearch} words={texts} />
      </div>
      {search !== "" && (
        <StateView
          query={{ ...query, data: matches.isLoading ? undefined : query.data }}
          loading={1}
          failed={texts.loadFailed}
          empty={<output className="mb-6 block">{texts.none}</output>}
        >
          {(cases) => (
            <ul aria-label={texts.found} className="mb-6 grid gap-3">
              {cases.map((fine) => (
                <FoundCase
                  key={fine.id}
                  fine={fine}
                  isChosen={parts.some((part) => part.fine.id === fine.id)}
                  onAdd={() => add(fine)}
                />
              ))}
            </ul>
          )}
        </StateView>
      )}
    </>
  );
}

function FoundCase({ fine, isChosen, onAdd }: { fine: ListedCase; isChosen: boolean; onAdd: () => void }) {
  const left = leftOre(fine);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line px-4 py-2">
      <Plate value={fine.plate} size="small" />
      <span className="font-bold tabular-nums">{fine.case_number}</span>
      <CaseStatusBadges status={fine.status} mustBeReviewed={false} />
      <span className="text-sm">{left < 0 ? texts.tooMuch(formatOre(-left)) : texts.left(formatOre(left))}</span>
      <Button
        size="small"
        className="ml-auto"
        aria-pressed={isChosen}
        aria-disabled={isChosen}
        onClick={() => !isChosen && onAdd()}
      >
        {isChosen ? texts.chosen : texts.add(fine.case_number)}
      </Button>
    </li>
  );
}

function Parts({ form, left }: FormPart) {
  const { parts } = form.values;
  const change = (index: number, amount: string) =>
    form.set(
      "parts",
      parts.map((part, at) => (at === index ? { ...part, amount } : part)),
    );
  return (
    <>
      {parts.map((part, index) => (
        <div key={part.fine.id} className="flex items-end gap-3">
          <TextField
            label={texts.amount(part.fine.case_number)}
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            className="flex-1"
            value={part.amount}
            onChange={(amount) => change(index, amount)}
          />
          <Button
            aria-label={texts.remove(part.fine.case_number)}
            onClick={() =>
              form.set(
                "parts",
                parts.filter((_, at) => at !== index),
              )
            }
          >
            {texts.removeShort}
          </Button>
        </div>
      ))}
      <p>
        {texts.rest}: <strong className="tabular-nums">{formatOre(restOf(parts, left))}</strong>
      </p>
    </>
  );
}
