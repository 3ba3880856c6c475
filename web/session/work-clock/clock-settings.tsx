import { Settings2 } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { useSetClockSettings } from "#data/clock_settings/mutations.ts";
import { type ClockSettings, clockSettingsQueries } from "#data/clock_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { TurnKind } from "#data/work_turns/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { NumberField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { type ClockSettingsTexts, clockSettingsTexts } from "./settings-texts.ts";

const savingIn = (texts: ClockSettingsTexts) =>
  defineAction({
    mutation: useSetClockSettings,
    done: ({ outcome }) => (outcome === "changed" ? undefined : texts.saved),
    failed: () => ({ text: texts.failed, at: "form" }),
  });

const useSavingInSwedish = savingIn(clockSettingsTexts.sv);
const useSavingInEnglish = savingIn(clockSettingsTexts.en);

/** The bounds of each setting, as the database has them. */
const BOUNDS = {
  max_turn_hours: [1, 48],
  break_after_hours: [1, 24],
  min_rest_hours: [0, 24],
  correction_days: [0, 400],
} as const;
const FIELDS = ["max_turn_hours", "break_after_hours", "min_rest_hours", "correction_days"] as const;
const REQUIRED = ["max_turn_hours", "min_rest_hours", "correction_days"] as const;

type Props = { project: string; kind: TurnKind };

/** The admin's button to the settings of the clock, with their dialog (document 5 §6). */
export function ClockSettingsButton(props: Props) {
  const texts = clockSettingsTexts[useLanguage()];
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Settings2 aria-hidden="true" />
        {texts.open}
      </Button>
      {isOpen && <ClockSettingsDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ClockSettingsDialog({ project, kind, onClose }: Props & { onClose: () => void }) {
  const texts = clockSettingsTexts[useLanguage()];
  const query = useQuery(clockSettingsQueries.ofProject(project, kind));
  if (query.data !== undefined) return <SettingsForm settings={query.data} {...{ project, texts, onClose }} />;
  return (
    <Dialog open title={texts.title} description={texts.about} onOpenChange={onClose}>
      <StateView query={query} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
        {() => null}
      </StateView>
    </Dialog>
  );
}

type FormProps = { settings: ClockSettings; project: string; texts: ClockSettingsTexts; onClose: () => void };

function SettingsForm({ settings, project, texts, onClose }: FormProps) {
  const lang = useLanguage();
  const saving = { sv: useSavingInSwedish(), en: useSavingInEnglish() }[lang];
  // The settings that the form shows: a newer value of somebody else is told before it is replaced.
  const [shown, setShown] = useState(settings);

  async function save(wanted: ClockSettings) {
    const changed = FIELDS.filter((field) => wanted[field] !== shown[field]);
    if (changed.length === 0) return;
    const pick = (from: Partial<ClockSettings>) => Object.fromEntries(changed.map((field) => [field, from[field]]));
    const change = { project, eventId: randomKey(), expected: pick(shown), changes: pick(wanted) };
    const answer = await saving.submit(change);
    if (answer.outcome !== "changed") return;
    setShown({ ...shown, ...answer.now });
    throw new SubmitError(texts.changed(answer.by ?? texts.somebody));
  }

  return (
    <FormDialog
      title={texts.title}
      description={texts.about}
      submit={texts.save}
      initial={{
        max_turn_hours: String(settings.max_turn_hours),
        break_after_hours: String(settings.break_after_hours ?? ""),
        min_rest_hours: String(settings.min_rest_hours),
        correction_days: String(settings.correction_days),
      }}
      schema={schemaOf(texts)}
      required={{ fields: REQUIRED, text: texts.missing }}
      onSubmit={save}
      failed={saving.failed}
      onClose={onClose}
    >
      {({ field }) =>
        FIELDS.map((name) => (
          <NumberField
            key={name}
            label={texts[name]}
            hint={
              name === "max_turn_hours" || name === "break_after_hours" ? texts[`${name}_hint` as const] : undefined
            }
            inputMode="numeric"
            required={name !== "break_after_hours"}
            {...field(name)}
          />
        ))
      }
    </FormDialog>
  );
}

/** The schema of the form: whole numbers within the database's bounds; no break after anything is null. */
function schemaOf(texts: ClockSettingsTexts) {
  const number = (name: keyof typeof BOUNDS) => {
    const [from, to] = BOUNDS[name];
    const wrong = texts.wrong(from, to);
    return v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,3}$/, wrong),
      v.transform(Number),
      v.minValue(from, wrong),
      v.maxValue(to, wrong),
    );
  };
  const nothing = v.pipe(
    v.string(),
    v.trim(),
    v.literal(""),
    v.transform(() => null),
  );
  return v.object({
    max_turn_hours: number("max_turn_hours"),
    break_after_hours: v.union([nothing, number("break_after_hours")], texts.wrong(...BOUNDS.break_after_hours)),
    min_rest_hours: number("min_rest_hours"),
    correction_days: number("correction_days"),
  });
}
