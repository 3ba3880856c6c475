import { useRef } from "react";
import * as v from "valibot";
import type { ListedPerson } from "#data/people/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { useLanguage } from "#shared/ui/language.ts";
import { refusalOf, useDeactivation } from "./activity-actions.ts";
import { peopleTexts } from "./people-texts.ts";
import { whatEnds } from "./rules/what-ends.ts";

type Props = { actingAs: string; people: readonly ListedPerson[]; onClose: () => void };

/** Deactivates one person or many for one reason; says before what ends, and afterwards who was not deactivated and why. */
export function DeactivateDialog({ actingAs, people, onClose }: Props) {
  const lang = useLanguage();
  const texts = peopleTexts[lang];
  const action = useDeactivation();
  const first = people[0]?.user_id ?? "";
  // A second press after a failure repeats the calls with their keys, so that nobody is deactivated twice.
  const keys = useRef(new Map<string, string>());
  const keyOf = (id: string) => {
    const key = keys.current.get(id) ?? randomKey();
    keys.current.set(id, key);
    return key;
  };
  return (
    <FormDialog
      title={texts.dialogTitle(people.length, first)}
      description={texts.dialogAbout}
      submit={texts.deactivateShort}
      isDanger
      initial={{ reason: "" }}
      schema={v.object({ reason: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.reasonMissing), v.maxLength(500)) })}
      onSubmit={async ({ reason }) => {
        const refusals: string[] = [];
        for (const person of people) {
          const change = { actingAs, person, active: false, reason, eventId: keyOf(person.id), lang };
          const refusal = refusalOf(await action.submit(change), change);
          if (refusal !== undefined) refusals.push(refusal);
        }
        const done = people.length - refusals.length;
        if (done > 0) toast.success(texts.deactivated(done, first));
        if (refusals.length > 0) throw new SubmitError(refusals.join(" "));
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <WhatEnds people={people} />
          <TextField label={texts.reason} required maxLength={500} {...field("reason")} />
        </>
      )}
    </FormDialog>
  );
}

function WhatEnds({ people }: Pick<Props, "people">) {
  const texts = peopleTexts[useLanguage()];
  const ending = people.flatMap((person) => whatEnds(person, texts));
  if (people.length === 1 && ending.length === 0) return null;
  return (
    <div className="grid gap-2">
      {people.length > 1 && <p className="wrap-anywhere">{people.map(({ user_id: id }) => id).join(" · ")}</p>}
      {ending.length > 0 && (
        <div>
          <h3 className="font-semibold">{texts.ends}</h3>
          <ul className="list-disc pl-5">
            {ending.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
