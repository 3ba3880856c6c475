import type { FormEvent } from "react";
import { CASE_STATUSES } from "#contract/cases.ts";
import { type CaseFilter, NO_FILTER, OTHER_VIOLATION } from "#data/fines/lists.ts";
import { useQuery } from "#data/use-query.ts";
import { violationQueries } from "#data/violations/queries.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Count } from "#shared/ui/count.tsx";
import { useDraftOf } from "../../shell/use-draft-of.ts";
import { caseTexts } from "../../case/case-texts.ts";
import { countOf } from "../rules/case-filter.ts";

const texts = caseTexts.filter;
const STATUSES = CASE_STATUSES.map((value) => ({ value, label: caseTexts.statuses[value] }));

type Props = { project: string; filter: CaseFilter; onFilter: (filter: CaseFilter) => void };

/** Filters by period, status, violation and issuer. They are folded until needed, with the number of active ones. */
export function CaseFilters({ project, filter, onFilter }: Props) {
  const count = countOf(filter);
  return (
    <details className="min-w-0 grow open:w-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {texts.title}
        {count > 0 && <Count>&nbsp;{count}</Count>}
      </summary>
      <Fields project={project} filter={filter} onFilter={onFilter} />
    </details>
  );
}

function Fields({ project, filter, onFilter }: Props) {
  const [draft, setDraft] = useDraftOf(filter);
  const { data: violations = [] } = useQuery(violationQueries.list(project));
  const field = <Name extends keyof CaseFilter>(name: Name) => ({
    name,
    value: draft[name],
    onChange: (value: CaseFilter[Name]) => setDraft({ ...draft, [name]: value }),
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onFilter({ ...draft, attendant: draft.attendant.trim() });
  }

  function handleClear() {
    setDraft(NO_FILTER);
    onFilter(NO_FILTER);
  }

  return (
    <form aria-label={texts.label} onSubmit={handleSubmit} className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <DateField label={texts.from} clearable {...field("from")} />
      <DateField label={texts.to} clearable {...field("to")} />
      <SelectField label={texts.status} options={STATUSES} placeholder={texts.any} {...field("status")} />
      <SelectField
        label={texts.violation}
        options={[
          ...violations.map(({ id, code, text }) => ({ value: id, label: [code, text].filter(Boolean).join(" ") })),
          { value: OTHER_VIOLATION, label: texts.otherViolation },
        ]}
        placeholder={texts.any}
        {...field("violation")}
      />
      <TextField
        label={texts.attendant}
        hint={texts.attendantHint}
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field("attendant")}
      />
      <div className="col-span-full flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="small">
          {texts.show}
        </Button>
        <Button size="small" onClick={handleClear}>
          {texts.clear}
        </Button>
      </div>
    </form>
  );
}
