import { useState } from "react";
import * as v from "valibot";
import { useSetMinimums } from "#data/location_minimums/mutations.ts";
import { type LocationMinimum, locationMinimumQueries } from "#data/location_minimums/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { NumberField } from "#shared/form/text-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { useStatuses } from "../parts/statuses.tsx";
import { useRoster } from "../parts/use-units.ts";
import { freeAt, storedMinimums, typedMinimums } from "../rules/minimums.ts";
import { minimumTexts as texts } from "./minimum-texts.ts";
import { differs, useUnsaved } from "./unsaved.ts";

const useSave = defineAction({
  mutation: useSetMinimums,
  done: ({ outcome }) => (outcome === "changed" ? undefined : texts.saved),
  failed: () => ({ text: texts.saveFailed, at: "both" }),
});

/** How many units of each location stay free at least (document 5 §3). */
export function MinimumsEditor() {
  const minimums = useQuery(locationMinimumQueries.list());
  const units = useRoster();
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">{texts.about}</p>
      <StateView query={units} failed={texts.loadFailed} empty={texts.none}>
        {(roster) => (
          <StateView query={minimums} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
            {(list) => <MinimumsForm minimums={list} locations={locationsOf(roster, list)} />}
          </StateView>
        )}
      </StateView>
    </>
  );
}

/** Locations with units, and those that only have a minimum. */
const locationsOf = (units: readonly { location: string }[], minimums: readonly LocationMinimum[]): string[] =>
  [...new Set([...units, ...minimums].map(({ location }) => location))].toSorted((one, other) =>
    one.localeCompare(other, "sv"),
  );

const MOST = 500;
const isCount = (typed: string) =>
  typed === "" || (/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST);
const schema = v.pipe(
  v.record(v.string(), v.pipe(v.string(), v.trim(), v.check(isCount, texts.wrong))),
  v.transform((typed) =>
    Object.entries(typed).flatMap(([location, count]): LocationMinimum[] =>
      count === "" ? [] : [{ location, min_free: Number(count) }],
    ),
  ),
);

type FormProps = { minimums: readonly LocationMinimum[]; locations: readonly string[] };

function MinimumsForm({ minimums, locations }: FormProps) {
  const action = useSave();
  const units = useRoster().data ?? [];
  const statuses = useStatuses();
  // The list that the form is based on: a newer one of somebody else is told before it is overwritten.
  const [shown, setShown] = useState(minimums);
  const form = useForm<Record<string, string>, LocationMinimum[]>({
    initial: typedMinimums(locations, minimums),
    schema,
    onSubmit: async (list) => {
      const answer = await action.submit({ list, expected: shown });
      setShown(answer.outcome === "changed" ? answer.now : answer.minimums);
      if (answer.outcome === "changed") throw new SubmitError(texts.changed(answer.by));
    },
    failed: action.failed,
  });
  // A location whose last unit left meanwhile is still in the form.
  useUnsaved("minimums", differs(form.values, storedMinimums(shown)));
  return (
    <Form form={form} label={texts.form} actions={<SubmitButton form={form}>{texts.save}</SubmitButton>}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {locations.map((location) => {
          const field = form.field(location);
          return (
            <NumberField
              key={location}
              label={location || texts.noLocation}
              hint={texts.freeNow(freeAt(location, units, statuses))}
              optional
              inputMode="numeric"
              min={1}
              max={MOST}
              {...field}
              // A location that came while the form was open has no value yet.
              value={form.values[location] ?? ""}
            />
          );
        })}
      </div>
    </Form>
  );
}
