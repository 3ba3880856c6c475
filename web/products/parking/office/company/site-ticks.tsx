import type { CompanySite } from "#data/company/queries.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";

type Props = FieldBinding<string[]> & {
  label: string;
  sites: readonly CompanySite[];
  hintOf?: (site: CompanySite) => string | undefined;
};

/** Sites with a tick each; the value is their ids. */
export function SiteTicks({ label, sites, hintOf, value, onChange }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {sites.map((site) => (
          <TickField
            key={site.id}
            label={site.name}
            hint={hintOf?.(site)}
            error={undefined}
            value={value.includes(site.id)}
            onChange={(isOn) => onChange(isOn ? [...value, site.id] : value.filter((id) => id !== site.id))}
          />
        ))}
      </div>
    </fieldset>
  );
}
