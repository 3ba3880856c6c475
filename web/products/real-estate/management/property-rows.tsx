import { Pencil } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import type { PropertySummary } from "#data/properties/queries.ts";
import { formatMoney } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";
import { Picture } from "../parts/picture.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { useIsWide } from "../parts/use-is-wide.ts";

const labels = texts.management;

type PropertyRowsProps = {
  properties: readonly PropertySummary[];
  isRemoving: (id: string) => boolean;
  onEdit: (property: PropertySummary) => void;
  onRemove: (property: PropertySummary) => void;
  /** The list, which takes the focus when a row is gone. */
  list: RefObject<HTMLDivElement | null>;
};

/** The properties as a table; on a phone as cards. */
export function PropertyRows({ list, properties, isRemoving, onEdit, onRemove }: PropertyRowsProps) {
  const isWide = useIsWide();
  const rows = properties.map((property) => ({
    property,
    actions: (
      <Actions
        property={property}
        isRemoving={isRemoving(property.id)}
        onEdit={() => onEdit(property)}
        onRemove={() => onRemove(property)}
      />
    ),
  }));
  return (
    <div ref={list} tabIndex={-1}>
      {isWide ? <Table rows={rows} /> : <Cards rows={rows} />}
    </div>
  );
}

type Rows = { property: PropertySummary; actions: ReactNode }[];

const placeOf = ({ address, city }: PropertySummary) => `${address}, ${city}`;

function Table({ rows }: { rows: Rows }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-raised">
      <table aria-label={labels.list} className="w-full">
        <thead>
          <tr className="bg-sunken text-left text-sm text-ink-soft">
            {Object.values(labels.columns).map((column) => (
              <th key={column} scope="col" className="px-4 py-2.5 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line [&_td]:px-4 [&_td]:py-3">
          {rows.map(({ property, actions }) => (
            <tr key={property.id}>
              <td>
                <Name property={property} />
              </td>
              <td className="wrap-anywhere">{placeOf(property)}</td>
              <td className="font-bold whitespace-nowrap tabular-nums">{formatMoney(property.price)}</td>
              <td className="whitespace-nowrap">
                <StatusBadge status={property.status} />
              </td>
              <td>{actions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ rows }: { rows: Rows }) {
  return (
    <ul aria-label={labels.list} className="grid gap-4">
      {rows.map(({ property, actions }) => (
        <li key={property.id} className="rounded-card border border-line bg-surface p-4 shadow-raised">
          <Name property={property} place={placeOf(property)} />
          <div className="mt-2 mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="text-lg font-bold tabular-nums">{formatMoney(property.price)}</p>
            <StatusBadge status={property.status} />
          </div>
          {actions}
        </li>
      ))}
    </ul>
  );
}

/** The front picture, the title, and the kind of property; a card has its place too. */
function Name({ property, place }: { property: PropertySummary; place?: string }) {
  return (
    <div className="flex items-center gap-3">
      <Picture url={property.front_image_url} alt="" className="h-14 w-19 shrink-0 rounded-control" />
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">{property.title}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {[property.property_type, place].filter((part) => part !== undefined).join(" · ")}
        </p>
      </div>
    </div>
  );
}

type ActionsProps = { property: PropertySummary; isRemoving: boolean; onEdit: () => void; onRemove: () => void };

function Actions({ property: { id, title }, ...props }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 max-md:[&>:first-child]:grow lg:flex-nowrap lg:[&>*]:whitespace-nowrap">
      <ButtonLink size="small" to={paths.propertySale(id)} aria-label={labels.saleNamed(title)}>
        {labels.sale}
      </ButtonLink>
      <Button size="small" aria-label={labels.editNamed(title)} onClick={props.onEdit}>
        <Pencil aria-hidden="true" />
        {labels.edit}
      </Button>
      <RemoveButton aria-label={labels.removeNamed(title)} pending={props.isRemoving} onClick={props.onRemove}>
        <span className="max-md:sr-only">{labels.remove}</span>
      </RemoveButton>
    </div>
  );
}
