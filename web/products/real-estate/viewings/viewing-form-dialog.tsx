import { useState } from "react";
import type { InferOutput } from "valibot";
import { VIEWING_MAX } from "#contract/limits.ts";
import { useSetViewing, type ViewingAnswer } from "#data/viewings/mutations.ts";
import type { Viewing } from "#data/viewings/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import { formatDateTime, toDateValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { toldAtField } from "../parts/refused-bid.ts";
import { useIdOf } from "../parts/use-id-of.ts";
import { changedFields, type TypedViewing, typedViewing, viewingSchema } from "../rules/viewing-schema.ts";
import { saleTexts } from "../sale/sale-texts.ts";
import { spanOf } from "../parts/span-of.ts";
import { viewingTexts } from "../visit-texts.ts";

const texts = viewingTexts.agent;
const schema = viewingSchema(texts);

/** The message about a viewing that was set, or that somebody else was faster to change. */
export function viewingTold(answer: ViewingAnswer, done: string): ActionMessage {
  if (answer.outcome !== "changed")
    return { set: done, unchanged: texts.unchanged, gone: { kind: "error", text: saleTexts.gone } as const }[
      answer.outcome
    ];
  const { now, by, at } = answer;
  return {
    kind: "error",
    text: texts.changed,
    description: [
      now.is_cancelled ? viewingTexts.cancelled : spanOf(now),
      at === null ? "" : saleTexts.changedBy(by, formatDateTime(at)),
    ].join(". "),
  };
}

const useSave = defineAction({
  mutation: useSetViewing,
  done: (answer) => viewingTold(answer, texts.saved),
  failed: () => ({ text: texts.failed, at: "both" }),
});

type Props = { propertyId: string; viewing: Viewing | undefined; agent: string; onClose: () => void };

/** A viewing that an agent adds or changes. Only changed fields are sent, with what the form began with. */
export function ViewingFormDialog({ propertyId, viewing, agent, onClose }: Props) {
  const saving = useSave();
  const { idOf } = useIdOf();
  const [today] = useState(() => toDateValue(new Date()));
  const id = viewing?.id;
  return (
    <FormDialog<TypedViewing, InferOutput<typeof schema>>
      title={viewing === undefined ? texts.addTitle : texts.changeTitle}
      description={texts.about}
      lang="en"
      initial={viewing === undefined ? { day: today, from: "", to: "", places: "", note: "" } : typedViewing(viewing)}
      schema={schema}
      submit={texts.save}
      onSubmit={(typed) => {
        const { changes, expected } =
          viewing === undefined ? { changes: typed, expected: null } : changedFields(viewing, typed);
        return toldAtField(["places", "note"], () =>
          saving.submit({
            viewing: { id: id ?? idOf("new viewing"), property_id: propertyId, ...changes },
            eventId: id === undefined ? randomKey() : idOf(typed),
            expected,
            agent,
          }),
        );
      }}
      failed={saving.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <DateField label={texts.day} min={today} {...form.field("day")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TimeField label={texts.from} day={form.values.day} {...form.field("from")} />
            <TimeField label={texts.to} day={form.values.day} {...form.field("to")} />
          </div>
          <TextField
            label={texts.places}
            {...form.field("places")}
            optional
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            hint={texts.placesHint}
          />
          <TextArea
            label={texts.note}
            {...form.field("note")}
            optional
            rows={2}
            maxLength={VIEWING_MAX.note}
            hint={texts.noteHint}
          />
        </>
      )}
    </FormDialog>
  );
}
