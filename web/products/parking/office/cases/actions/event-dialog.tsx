import type { ReactNode } from "react";
import type { GenericSchema } from "valibot";
import type { CaseEvent } from "#data/fines/mutations.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { type FormState } from "#shared/form/use-form.ts";
import { driverTexts } from "#parking/kernel/case/driver-texts.ts";
import { caseTexts } from "../../case/case-texts.ts";
import { type CaseAction, type Money, statusAfter } from "../../case/allowed-actions.ts";
import { type CaseAt, useCaseEvent } from "../../case/use-case-event.ts";

type EventDialogProps<Values extends object, Output> = CaseAt & {
  kind: CaseAction;
  words: { title: string; text: string; button: string; missing?: string };
  /** The text of the form's button, if it differs from the opening button's. */
  submit?: string;
  isDanger?: boolean;
  initial: Values;
  schema: GenericSchema<Values, Output>;
  required: readonly (keyof Values & string)[];
  /** The typed money, for events whose result depends on it. */
  moneyOf?: (values: Values) => Money;
  /** The event's note and data, from the typed values. */
  eventOf: (typed: Output) => Pick<CaseEvent, "note" | "data">;
  onClose: () => void;
  children: (form: FormState<Values>) => ReactNode;
};

/** A dialog whose form records an event of a case. A failure is shown in it, and the typed values stay. */
export function EventDialog<Values extends object, Output>(props: EventDialogProps<Values, Output>) {
  const { words, kind } = props;
  const event = useCaseEvent(props, kind);
  return (
    <FormDialog
      title={words.title}
      description={words.text}
      submit={props.submit ?? words.button}
      isDanger={props.isDanger === true}
      onClose={props.onClose}
      initial={props.initial}
      schema={props.schema}
      required={{ fields: props.required, text: words.missing ?? "" }}
      onSubmit={(typed) => event.record(props.eventOf(typed))}
      failed={event.failed}
    >
      {(form) => (
        <>
          {props.children(form)}
          <WillRead fine={props.fine} kind={kind} money={props.moneyOf?.(form.values)} />
        </>
      )}
    </FormDialog>
  );
}

/** The text that the driver will read, if the event changes it. The site's settings say which small rest counts as paid. */
function WillRead({ fine, kind, money }: Pick<CaseAt, "fine"> & { kind: CaseAction; money: Money | undefined }) {
  const settings = useQuery(siteSettingsQueries.of(fine.project_id ?? ""));
  const status = settings.isPending ? undefined : statusAfter(kind, fine, settings.data?.small_balance ?? 0, money);
  if (status === undefined) return null;
  return <p className="text-sm text-ink-soft">{caseTexts.driverReads(driverTexts.sv.status.words[status])}</p>;
}
