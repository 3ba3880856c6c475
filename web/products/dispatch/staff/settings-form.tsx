import { useState } from "react";
import * as v from "valibot";
import { type SettingsChanges, useSetDispatchSettings } from "#data/dispatch_settings/mutations.ts";
import { type DispatchSettings, dispatchSettingsQueries } from "#data/dispatch_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { NumberField, SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { type FormState, SubmitError, useForm } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { callTexts } from "../calls/call-texts.ts";
import { useStatuses } from "../parts/statuses.tsx";
import { changesOf, settingsSchema, type TypedSettings, typedSettings } from "../rules/settings-schema.ts";
import { settingTexts as texts } from "./setting-texts.ts";
import { useUnsaved } from "./unsaved.ts";

const useSave = defineAction({
  mutation: useSetDispatchSettings,
  done: ({ outcome }) => (outcome === "changed" ? undefined : texts.saved),
  failed: () => ({ text: texts.saveFailed, at: "both" }),
});

/** The settings that calls and the end of duty follow (document 5 §3). */
export function SettingsForm() {
  const query = useQuery(dispatchSettingsQueries.own());
  return (
    <StateView
      query={query}
      // As tall as the form at least, so that the links below it stay where they are.
      loading={<Skeleton className="h-[38rem]" />}
      failed={texts.loadFailed}
      empty={texts.loadFailed}
    >
      {(settings) => <Fields settings={settings} />}
    </StateView>
  );
}

const schema = settingsSchema(texts);
const LIMITS = ["urgent", "soon", "can_wait"] as const;

function Fields({ settings }: { settings: DispatchSettings }) {
  const action = useSave();
  // The settings that the form is based on: a newer value of somebody else is told before it is overwritten.
  const [shown, setShown] = useState<SettingsChanges>(settings);
  const form = useForm<TypedSettings, SettingsChanges>({
    initial: typedSettings(settings),
    schema,
    onSubmit: async (wanted) => {
      const { expected, changes } = changesOf(shown, wanted);
      if (Object.keys(changes).length === 0) return;
      const answer = await action.submit({ eventId: randomKey(), expected, changes });
      setShown((before) => ({ ...before, ...(answer.outcome === "changed" ? answer.now : changes) }));
      if (answer.outcome === "changed") throw new SubmitError(texts.changed(answer.by));
    },
    failed: action.failed,
  });
  const typed = v.safeParse(schema, form.values);
  useUnsaved("settings", !typed.success || Object.keys(changesOf(shown, typed.output).changes).length > 0);
  return (
    <Form form={form} label={texts.form} actions={<SubmitButton form={form}>{texts.save}</SubmitButton>}>
      <SettingsFields form={form} />
      <TextArea label={texts.resultsLabel} hint={texts.resultsHint} required {...form.field("results")} />
    </Form>
  );
}

function SettingsFields({ form }: { form: FormState<TypedSettings> }) {
  const statuses = useStatuses();
  const options = statuses.map(({ code, name }) => ({ value: code, label: name }));
  const offDuty = statuses.filter(({ meaning }) => meaning === "off_duty").map(({ code }) => code);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField label={texts.assigned} options={options} {...form.field("assigned_status")} />
      <SelectField
        label={texts.onScene}
        options={[{ value: "", label: texts.unchanged }, ...options]}
        {...form.field("on_scene_status")}
      />
      <SelectField
        label={texts.cleared}
        options={[{ value: "", label: texts.before }, ...options]}
        {...form.field("cleared_status")}
      />
      {LIMITS.map((limit, index) => (
        <NumberField
          key={limit}
          label={texts.waiting(callTexts.priorities[index + 1] ?? "")}
          required
          inputMode="numeric"
          min={1}
          max={10080}
          {...form.field(limit)}
        />
      ))}
      <SelectField
        label={texts.offDuty}
        options={options.filter(({ value }) => offDuty.includes(value) || value === form.values.off_duty_status)}
        {...form.field("off_duty_status")}
      />
      <TextField
        label={texts.offDutyAt}
        hint={texts.offDutyHint}
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        {...form.field("off_duty_at")}
      />
    </div>
  );
}
