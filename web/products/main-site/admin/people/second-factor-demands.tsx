import { type FormEvent, useId, useState } from "react";
import { DataError } from "#data/data-error.ts";
import { useDemandSecondFactor } from "#data/second_factor_demands/mutations.ts";
import { demandQueries } from "#data/second_factor_demands/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.administrators.demands;
const KINDS = Object.keys(texts.kinds) as (keyof typeof texts.kinds)[];

const useDemand = defineAction<string[], void>({
  mutation: useDemandSecondFactor,
  done: () => texts.saved,
  failed: (error) => (error instanceof DataError && error.code === "P0001" ? texts.ownFirst : texts.failed),
});

/** The kinds of people who must have a second factor. */
export function SecondFactorDemands() {
  const title = useId();
  const query = useQuery(demandQueries.list());
  const { data: dates = {} } = useQuery(demandQueries.dates());
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <StateView query={query} loading={2} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
        {(kinds) => <DemandForm demanded={kinds} dates={dates} />}
      </StateView>
    </Card>
  );
}

type FormProps = { demanded: readonly string[]; dates: Readonly<Record<string, string>> };

function DemandForm({ demanded, dates }: FormProps) {
  const [changed, setChanged] = useState<readonly string[]>();
  const chosen = changed ?? demanded;
  const demand = useDemand();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const { status } = await demand.run([...chosen]);
    if (status === "done") setChanged(undefined);
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      <fieldset>
        <legend className="mb-2 font-semibold">{texts.label}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {KINDS.map((kind) => (
            <div key={kind}>
              <label className="flex min-h-12 cursor-pointer items-center gap-3 wrap-anywhere">
                <input
                  type="checkbox"
                  checked={chosen.includes(kind)}
                  onChange={({ target }) =>
                    setChanged(target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
                  }
                  className="size-6 shrink-0 cursor-pointer accent-brand"
                />
                {texts.kinds[kind]}
              </label>
              {dates[kind] !== undefined && chosen.includes(kind) && (
                <p className="pl-5 text-sm text-ink-soft">{texts.from(formatDateTime(dates[kind]))}</p>
              )}
            </div>
          ))}
        </div>
      </fieldset>
      <Button type="submit" variant="primary" className="mt-4" pending={demand.isPending()}>
        {texts.save}
      </Button>
    </form>
  );
}
