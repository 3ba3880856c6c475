import { useState } from "react";
import { useListInterval } from "#data/live.ts";
import { useLiveUnitStatuses } from "#data/unit_statuses/live.ts";
import { useSetStatuses, type StatusLimits as Limits } from "#data/unit_statuses/mutations.ts";
import { type UnitStatus, unitStatusQueries } from "#data/unit_statuses/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { NumberField } from "#shared/form/text-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { limitsSchema, type TypedLimits, typedLimits } from "../rules/limits-schema.ts";
import { texts } from "../texts.ts";

const labels = texts.statuses;

const useSave = defineAction({
  mutation: useSetStatuses,
  done: ({ outcome }) => (outcome === "changed" ? undefined : labels.saved),
  failed: () => ({ text: labels.saveFailed, at: "both" }),
});

/** The administrator's limits of each status (document 5 §3). */
export function StatusLimits() {
  useLiveUnitStatuses();
  const query = useQuery({ ...unitStatusQueries.list(), refetchInterval: useListInterval() });
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">{labels.about}</p>
      <StateView query={query} failed={labels.loadFailed} empty={null}>
        {(statuses) => <LimitsForm statuses={statuses} />}
      </StateView>
    </>
  );
}

const asList = (statuses: readonly UnitStatus[]): Limits[] =>
  statuses.map(({ code, check_after, overdue_after }) => ({ code, check_after, overdue_after }));

function LimitsForm({ statuses }: { statuses: readonly UnitStatus[] }) {
  const action = useSave();
  // The list that the form is based on: a newer one of somebody else is told before it is overwritten.
  const [shown, setShown] = useState(() => asList(statuses));
  const form = useForm<TypedLimits, Limits[]>({
    initial: typedLimits(statuses),
    schema: limitsSchema(
      statuses.map(({ code }) => code),
      { wrong: labels.wrong, notInOrder: labels.notInOrder },
    ),
    onSubmit: async (list) => {
      const answer = await action.submit({ list, expected: shown });
      setShown(answer.outcome === "changed" ? answer.now : answer.statuses);
      if (answer.outcome === "changed") throw new SubmitError(labels.changed(answer.by));
    },
    failed: action.failed,
  });
  return (
    <Form form={form} label={labels.form} actions={<SubmitButton form={form}>{labels.save}</SubmitButton>}>
      <div className="grid gap-4 sm:grid-cols-2">
        {statuses.flatMap(({ code, name }) => [
          <NumberField
            key={`check ${code}`}
            label={labels.checkAfter(name)}
            optional
            inputMode="numeric"
            min={1}
            max={10080}
            {...form.field(`${code} check`)}
          />,
          <NumberField
            key={`overdue ${code}`}
            label={labels.overdueAfter(name)}
            optional
            inputMode="numeric"
            min={1}
            max={10080}
            {...form.field(`${code} overdue`)}
          />,
        ])}
      </div>
    </Form>
  );
}
