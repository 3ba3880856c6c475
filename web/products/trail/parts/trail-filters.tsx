import { type FormEvent, useState } from "react";
import { DateField } from "#shared/form/date-field.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { type FilterDraft, NO_FILTER } from "../rules/filter.ts";
import { texts } from "../texts.ts";

const labels = texts.filter;
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const ACTIONS = optionsOf(texts.actions);
const SUBJECTS = optionsOf(texts.subjects).toSorted((one, other) => one.label.localeCompare(other.label, "sv"));

/** The whole width of a phone, where two fields stand side by side. */
const WIDE = "max-lg:col-span-full";

type Props = { withProject: boolean; onApply: (draft: FilterDraft) => void };

/** Filters of the trail: person, action, kind, days, and for the main admin the site. */
export function TrailFilters({ withProject, onApply }: Props) {
  const [draft, setDraft] = useState(NO_FILTER);
  const field = (name: keyof FilterDraft) => ({
    name,
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onApply(draft);
  }

  function handleClear() {
    setDraft(NO_FILTER);
    onApply(NO_FILTER);
  }

  return (
    <form aria-label={labels.label} onSubmit={handleSubmit} className="grid two-columns gap-4 lg:grid-cols-3">
      <TextField label={labels.actor} maxLength={320} autoComplete="off" className={WIDE} {...field("actor")} />
      <SelectField label={labels.action} options={ACTIONS} placeholder={labels.all} {...field("action")} />
      <SelectField label={labels.subject} options={SUBJECTS} placeholder={labels.all} {...field("subject")} />
      <DateField label={labels.from} clearable {...field("from")} />
      <DateField label={labels.to} clearable {...field("to")} />
      {withProject && (
        <TextField label={labels.project} maxLength={100} autoComplete="off" className={WIDE} {...field("project")} />
      )}
      <div className="flex flex-wrap items-end gap-3 max-lg:col-span-full">
        <Button type="submit" variant="primary">
          {labels.show}
        </Button>
        <Button onClick={handleClear}>{labels.clear}</Button>
      </div>
    </form>
  );
}
