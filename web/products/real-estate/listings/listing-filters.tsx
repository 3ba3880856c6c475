import { type ReactNode, useState } from "react";
import type { ListingChoices, ListingFilter } from "#data/properties/queries.ts";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { parseAmount } from "#shared/format/amount.ts";
import { formatCount } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { PhoneFold } from "#shared/ui/phone-fold.tsx";
import { isFiltered } from "../rules/listing-filter.ts";
import { texts } from "../texts.ts";

const labels = texts.filters;
const BEDROOMS = [1, 2, 3, 4, 5];

type Props = {
  filter: ListingFilter;
  choices: ListingChoices | undefined;
  onChange: (filter: ListingFilter) => void;
  /** The count of hits, beside the buttons. */
  children: ReactNode;
};

/** The filters of the listings; the address keeps them. A typed price counts when its field is left, or with Enter. */
export function ListingFilters({ filter, choices, onChange, children }: Props) {
  const set = (change: { [Name in keyof ListingFilter]: ListingFilter[Name] | undefined }) => {
    const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined && value !== "");
    onChange(Object.fromEntries(entries) as ListingFilter);
  };
  return (
    // On a phone the count stands beside the button that unfolds the filters, so that the first home is in sight.
    <div className="mb-5 flex flex-wrap items-center gap-x-4 md:block [&>[id]]:basis-full">
      <PhoneFold label={labels.title} isInUse={isFiltered(filter)}>
        <fieldset className="grid grid-cols-2 items-end gap-x-3 gap-y-4 max-md:mt-3 md:grid-cols-3 lg:grid-cols-6">
          <legend className="sr-only">{labels.title}</legend>
          <PriceField label={labels.from} price={filter.from} onChange={(from) => set({ from })} />
          <PriceField label={labels.to} price={filter.to} onChange={(to) => set({ to })} />
          <SelectField
            label={labels.bedrooms}
            value={String(filter.bedrooms ?? "")}
            onChange={(typed) => set({ bedrooms: typed === "" ? undefined : Number(typed) })}
            placeholder={labels.any}
            options={optionsOf(BEDROOMS.map(String), filter.bedrooms)}
          />
          <SelectField
            label={labels.type}
            value={filter.type ?? ""}
            onChange={(type) => set({ type })}
            placeholder={labels.any}
            options={optionsOf(choices?.types ?? [], filter.type)}
          />
          <SelectField
            label={labels.place}
            value={filter.place ?? ""}
            onChange={(place) => set({ place })}
            placeholder={labels.any}
            options={optionsOf(choices?.places ?? [], filter.place)}
          />
          <SelectField
            label={labels.sort}
            value={filter.sort ?? ""}
            onChange={(sort) => set({ sort: sort === "" ? undefined : sort })}
            options={[
              { value: "", label: labels.newest },
              { value: "price", label: labels.cheapest },
              { value: "-price", label: labels.dearest },
            ]}
          />
        </fieldset>
      </PhoneFold>
      <div className="flex min-h-11 md:mt-3 flex-wrap items-center gap-x-4 gap-y-2">
        {children}
        {isFiltered(filter) && (
          <Button size="small" onClick={() => onChange({})}>
            {labels.clear}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The choices of a list, with the chosen one, which a link may have from a list of another day. */
function optionsOf(values: readonly string[], chosen: string | number | undefined) {
  const all = chosen === undefined || values.includes(String(chosen)) ? values : [...values, String(chosen)];
  return all.map((value) => ({ value, label: value }));
}

type PriceFieldProps = { label: string; price: number | undefined; onChange: (price: number | undefined) => void };

function PriceField({ label, price, onChange }: PriceFieldProps) {
  const shown = price === undefined ? "" : formatCount(price);
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(shown);
  // The address may change by itself: by `Clear filters`, or by a way back.
  if (before !== shown) {
    setBefore(shown);
    setTyped(shown);
  }

  function handleDone() {
    const amount = parseAmount(typed);
    const next = amount === undefined ? undefined : Math.round(amount);
    if (next !== price) onChange(next);
    else setTyped(shown);
  }
  return (
    <TextField
      label={label}
      value={typed}
      onChange={setTyped}
      onBlur={handleDone}
      onKeyDown={(event) => event.key === "Enter" && handleDone()}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      placeholder={labels.kronor}
    />
  );
}
