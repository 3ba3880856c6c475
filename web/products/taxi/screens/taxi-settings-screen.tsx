import { useState } from "react";
import * as v from "valibot";
import { type TaxiSettings, taxiSettingsQueries } from "#data/taxi_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { NumberField, SelectField } from "#shared/form/text-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { useSettingsChange } from "../fleet/fleet-actions.ts";
import { FleetPage } from "../fleet/fleet-page.tsx";
import { fleetTexts } from "../fleet/fleet-texts.ts";

const labels = fleetTexts.settingsPage;
const HANDOVERS = ["off", "ask", "require"] as const;

/** The settings of the taxi (document 5 §4). */
export function TaxiSettingsScreen() {
  return <FleetPage title={fleetTexts.settings}>{({ project }) => <Settings project={project} />}</FleetPage>;
}

function Settings({ project }: { project: string }) {
  const query = useQuery(taxiSettingsQueries.ofProject(project));
  return (
    <StateView query={query} failed={fleetTexts.loadFailed} empty={null} isEmpty={() => false}>
      {(settings) => (
        <div className="max-w-xl">
          <SettingsForm {...{ project, settings }} />
        </div>
      )}
    </StateView>
  );
}

const whole = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,3}$/, labels.wrong),
    v.transform((text) => (text === "" ? null : Number(text))),
    v.check((value) => value === null || (value >= least && value <= most), labels.wrong),
  );
const schema = v.object({
  handover: v.picklist(HANDOVERS),
  max_hours: whole(1, 48),
  takeover_hours: whole(1, 48),
  warn_minutes: v.pipe(
    whole(1, 240),
    v.transform((value) => value ?? 30),
  ),
});
const asText = (value: number | null) => (value === null ? "" : String(value));

function SettingsForm({ project, settings }: { project: string; settings: TaxiSettings }) {
  const action = useSettingsChange();
  // What the form is based on: a newer value of somebody else is told before it is overwritten.
  const [shown, setShown] = useState(settings);
  const form = useForm({
    initial: {
      handover: settings.handover,
      max_hours: asText(settings.max_hours),
      takeover_hours: asText(settings.takeover_hours),
      warn_minutes: asText(settings.warn_minutes),
    },
    schema,
    onSubmit: async (wanted) => {
      const changed = (Object.keys(wanted) as (keyof TaxiSettings)[]).filter((key) => wanted[key] !== shown[key]);
      if (changed.length === 0) return;
      const pick = (from: TaxiSettings) => Object.fromEntries(changed.map((key) => [key, from[key]]));
      const answer = await action.submit({
        project,
        eventId: randomKey(),
        expected: pick(shown),
        changes: pick(wanted),
      });
      setShown(answer.outcome === "changed" ? { ...shown, ...answer.now } : wanted);
      if (answer.outcome === "changed") throw new SubmitError(fleetTexts.changed(answer.by));
    },
    failed: action.failed,
  });
  return (
    <Form form={form} label={labels.form} actions={<SubmitButton form={form}>{fleetTexts.save}</SubmitButton>}>
      <SelectField
        label={labels.handover}
        options={HANDOVERS.map((value) => ({ value, label: labels.handovers[value] }))}
        {...form.field("handover")}
      />
      <NumberField
        label={labels.maxHours}
        hint={labels.maxHint}
        optional
        inputMode="numeric"
        {...form.field("max_hours")}
      />
      <NumberField
        label={labels.takeover}
        hint={labels.takeoverHint}
        optional
        inputMode="numeric"
        {...form.field("takeover_hours")}
      />
      <NumberField label={labels.warn} required inputMode="numeric" {...form.field("warn_minutes")} />
    </Form>
  );
}
