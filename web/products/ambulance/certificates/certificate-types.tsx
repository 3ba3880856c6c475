import { Plus } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import type { CertificateType } from "#data/certificates/queries.ts";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { aseSettingsQueries, useSetAseList } from "#data/planned_shifts/lists.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { NumberField, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { type StateQuery, StateView } from "#shared/ui/state-view.tsx";
import { certificateTexts as texts } from "./certificate-texts.ts";

const useSaving = defineAction({
  mutation: useSetAseList,
  done: ({ outcome }) => (outcome === "changed" ? undefined : texts.saved),
  failed: (error) => ({ text: isCaseRefusal(error) ? messageOf(error) : texts.saveFailed, at: "form" }),
});

/** The kinds of certificates: when they are told of, and which positions need them. */
export function CertificateTypes({ query }: { query: StateQuery<CertificateType[]> }) {
  const [edited, setEdited] = useState<CertificateType | "new">();
  return (
    <Card as="section" aria-label={texts.kinds}>
      <CardHeader
        title={texts.kinds}
        actions={
          <Button onClick={() => setEdited("new")} disabled={query.data === undefined}>
            <Plus aria-hidden="true" />
            {texts.addKind}
          </Button>
        }
      />
      <StateView query={query} failed={texts.loadFailed} empty={<p className="text-ink-soft">{texts.noKinds}</p>}>
        {(types) => (
          <ul>
            {types.map((type) => (
              <li
                key={type.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
              >
                <div className="min-w-0 flex-auto basis-40">
                  <p className="font-bold wrap-anywhere">{type.name}</p>
                  <p className="text-sm wrap-anywhere text-ink-soft">
                    {type.positions.length === 0 ? texts.neededByNone : texts.neededBy(type.positions.join(", "))}
                    {!type.is_active && ` · ${texts.resting}`}
                  </p>
                </div>
                <Button size="small" aria-label={texts.changeKind(type.name)} onClick={() => setEdited(type)}>
                  {texts.change}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </StateView>
      {edited !== undefined && (
        <TypeDialog
          type={edited === "new" ? undefined : edited}
          types={query.data ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

const typeSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(200)),
  warn_days: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,3}$/, texts.warnWrong),
    v.transform(Number),
    v.maxValue(365, texts.warnWrong),
  ),
  positions: v.array(v.string()),
  is_active: v.boolean(),
});

type TypeDialogProps = { type: CertificateType | undefined; types: readonly CertificateType[]; onClose: () => void };

function TypeDialog({ type, types, onClose }: TypeDialogProps) {
  const saving = useSaving();
  const settings = useQuery(aseSettingsQueries.settings());
  const [id] = useState(() => type?.id ?? randomKey());
  const [expected] = useState(types);
  // A position that left the list still needs the certificate until it is taken away.
  const positions = [...new Set([...(settings.data?.positions ?? []), ...(type?.positions ?? [])])];
  return (
    <FormDialog
      title={type === undefined ? texts.addKind : texts.changeKind(type.name)}
      description={texts.kinds}
      submit={texts.save}
      initial={{
        name: type?.name ?? "",
        warn_days: String(type?.warn_days ?? 30),
        positions: type?.positions ?? [],
        is_active: type?.is_active ?? true,
      }}
      schema={typeSchema}
      required={{ fields: ["name", "warn_days"], text: texts.nameMissing }}
      onSubmit={async (fields) => {
        const wanted = { id, ...fields };
        const list =
          type === undefined ? [...expected, wanted] : expected.map((each) => (each.id === id ? wanted : each));
        const answer = await saving.submit({ what: "certificate_types", list, expected: [...expected] });
        if (answer.outcome === "changed") throw new SubmitError(texts.changed(answer.by ?? texts.somebody));
      }}
      failed={saving.failed}
      onClose={onClose}
    >
      {({ field, values, set }) => (
        <>
          <TextField label={texts.name} required maxLength={200} {...field("name")} />
          <NumberField label={texts.warnDays} required inputMode="numeric" {...field("warn_days")} />
          <fieldset>
            <legend className="font-semibold">{texts.positions}</legend>
            {positions.length === 0 && <p className="text-ink-soft">{texts.noPositions}</p>}
            {positions.map((position) => (
              <TickField
                key={position}
                label={position}
                value={values.positions.includes(position)}
                onChange={(isOn) =>
                  set(
                    "positions",
                    isOn ? [...values.positions, position] : values.positions.filter((one) => one !== position),
                  )
                }
                error={undefined}
              />
            ))}
          </fieldset>
          {type !== undefined && <TickField label={texts.isActive} {...field("is_active")} />}
        </>
      )}
    </FormDialog>
  );
}
