import { useState } from "react";
import * as v from "valibot";
import { type AseSettings, aseSettingsQueries } from "#data/planned_shifts/lists.ts";
import { useQuery } from "#data/use-query.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { NumberField, SelectField, TextArea } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { EmployeePositions } from "./employee-positions.tsx";
import { useListSaving, useSettingsSaving } from "./plan-actions.ts";
import { planTexts } from "./plan-texts.ts";

const labels = planTexts.settings;

/** How people sign up and leave, the positions, and who works in which. */
export function PlanSettings() {
  const query = useQuery(aseSettingsQueries.settings());
  return (
    <StateView query={query} failed={labels.loadFailed} empty={null} isEmpty={() => false}>
      {(settings) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid gap-5">
            <Card>
              <CardHeader title={labels.title} />
              <SettingsForm settings={settings} />
            </Card>
            <Card>
              <CardHeader title={labels.positions} description={labels.positionsText} />
              {/* A list that somebody else changed begins anew. */}
              <PositionsForm key={settings.positions.join("\n")} positions={settings.positions} />
            </Card>
          </div>
          <EmployeePositions positions={settings.positions} />
        </div>
      )}
    </StateView>
  );
}

const settingsSchema = v.object({
  sign_up: v.picklist(["approved", "at_once"]),
  offers_need_admin: v.boolean(),
  checklist: v.picklist(["off", "ask"]),
  leave_hours: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,3}$/, labels.hoursWrong),
    v.transform(Number),
    v.maxValue(720, labels.hoursWrong),
  ),
});

function SettingsForm({ settings }: { settings: AseSettings }) {
  const saving = useSettingsSaving();
  // The settings that the form is based on: a newer value of somebody else is told before it is overwritten.
  const [shown, setShown] = useState(settings);
  const form = useForm({
    initial: {
      sign_up: settings.sign_up,
      offers_need_admin: settings.offers_need_admin,
      checklist: settings.checklist,
      leave_hours: String(settings.leave_hours),
    },
    schema: settingsSchema,
    onSubmit: async (wanted) => {
      const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((key) => wanted[key] !== shown[key]);
      if (changed.length === 0) return;
      const pick = (from: Partial<AseSettings>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
      const answer = await saving.submit({ eventId: randomKey(), expected: pick(shown), changes: pick(wanted) });
      setShown({ ...shown, ...(answer.outcome === "changed" ? answer.now : wanted) });
      if (answer.outcome === "changed") throw new SubmitError(planTexts.changedBy(answer.by ?? planTexts.somebody));
    },
    failed: saving.failed,
  });
  return (
    <Form form={form} label={labels.title} actions={<SubmitButton form={form}>{labels.save}</SubmitButton>}>
      <SelectField
        label={labels.signUp}
        options={(["approved", "at_once"] as const).map((value) => ({ value, label: labels.signUps[value] }))}
        {...form.field("sign_up")}
      />
      <TickField label={labels.offers} {...form.field("offers_need_admin")} />
      <NumberField label={labels.leaveHours} required inputMode="numeric" {...form.field("leave_hours")} />
      <SelectField
        label={labels.checklist}
        options={(["off", "ask"] as const).map((value) => ({ value, label: labels.checklists[value] }))}
        {...form.field("checklist")}
      />
    </Form>
  );
}

function PositionsForm({ positions }: { positions: string[] }) {
  const saving = useListSaving();
  const form = useForm({
    initial: { positions: positions.join("\n") },
    schema: v.object({
      positions: v.pipe(
        v.string(),
        v.transform((text) => [
          ...new Set(
            text
              .split("\n")
              .map((line) => line.trim())
              .filter((line) => line !== ""),
          ),
        ]),
        v.maxLength(50),
      ),
    }),
    onSubmit: async ({ positions: list }) => {
      const answer = await saving.submit({ what: "positions", list, expected: positions });
      if (answer.outcome === "changed") throw new SubmitError(planTexts.changedBy(answer.by ?? planTexts.somebody));
    },
    failed: saving.failed,
  });
  return (
    <Form form={form} label={labels.positions} actions={<SubmitButton form={form}>{labels.save}</SubmitButton>}>
      <TextArea label={labels.onePerLine} {...form.field("positions")} />
    </Form>
  );
}
