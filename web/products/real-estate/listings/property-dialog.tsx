import { useListInterval } from "#data/live.ts";
import { useBidFigures } from "#data/property_bids/figures.ts";
import { propertyQueries, type Property } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { isAgent, useAccount } from "#session/account/account-role.ts";
import { formatLongDate } from "#shared/format/dates.ts";
import { formatCount, formatMoney } from "#shared/format/money.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { squareMetres } from "../rules/area.ts";
import { formatDecimal } from "../rules/decimal.ts";
import { picturesOf } from "../rules/lists.ts";
import { texts } from "../texts.ts";
import { BidFiguresLine } from "./bid-figures-line.tsx";
import { Bids } from "./bids.tsx";
import { Gallery } from "./gallery.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";

const labels = texts.property;

/** The facts of a property, and its bids (document 2 §2). The dialog is live while it is open. */
export function PropertyDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({ ...propertyQueries.byId(id), refetchInterval: useListInterval() });
  const title = query.data?.title ?? (query.data === null ? labels.gone : texts.loading);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={query.data ? wholeAddress(query.data) : labels.detail}
      hideDescription={!query.data}
      width="wide"
      lang="en"
    >
      <StateView query={query} loading={<LoadingProperty />} failed={texts.loadFailed} empty={labels.gone}>
        {(property) => <PropertyDetail property={property} />}
      </StateView>
    </Dialog>
  );
}

const wholeAddress = ({ address, zip_code: zip, city, state }: Property) =>
  `${address}, ${[zip, city, state].filter((part) => part !== "").join(" ")}`;

/** The facts and the bids; on a phone the bids come before the long texts. */
function PropertyDetail({ property }: { property: Property }) {
  const { role } = useAccount();
  const figures = useBidFigures([property.id]).get(property.id);
  // The list itself says when there are no bids.
  const showsFigures = figures?.bids !== 0 && (!property.hide_bid_list || isAgent(role));
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        <Gallery title={property.title} urls={picturesOf(property.front_image_url, property.image_urls)} />
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-3xl font-extrabold tracking-tight tabular-nums">{formatMoney(property.price)}</p>
          <StatusBadge status={property.status} />
        </div>
        <BidFiguresLine figures={showsFigures ? figures : undefined} />
        <p className="mt-2 text-lg font-medium wrap-anywhere">{property.short_description}</p>
      </div>
      <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
        <Bids property={property} />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        {property.description !== "" && (
          <section aria-label={labels.about}>
            <p className="whitespace-pre-line wrap-anywhere">{property.description}</p>
          </section>
        )}
        <Features features={property.features} />
        <Facts property={property} />
      </div>
    </div>
  );
}

function Features({ features }: { features: readonly string[] }) {
  if (features.length === 0) return null;
  return (
    <div>
      <h3 className="text-lg font-bold">{labels.features}</h3>
      <ul aria-label={labels.features} className="mt-2 flex flex-wrap gap-2">
        {[...new Set(features)].map((feature) => (
          <li key={feature} className="rounded-control bg-sunken px-3 py-1 font-medium wrap-anywhere">
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ property }: { property: Property }) {
  const { bedrooms, bathrooms, square_feet: squareFeet } = property;
  const facts = [
    [labels.address, wholeAddress(property)],
    [labels.type, property.property_type],
    [
      labels.area,
      squareFeet === null
        ? null
        : `${labels.squareFeet(formatCount(squareFeet))} · ${labels.squareMetres(formatCount(squareMetres(squareFeet)))}`,
    ],
    [labels.bedrooms, bedrooms === null ? null : formatCount(bedrooms)],
    [labels.bathrooms, bathrooms === null ? null : formatDecimal(bathrooms)],
    [labels.seller, property.seller_name],
    [labels.listed, formatLongDate(property.created_at)],
  ] as const;
  return (
    <div>
      <h3 className="text-lg font-bold">{labels.facts}</h3>
      <dl className="mt-2 divide-y divide-line border-y border-line">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="flex justify-between gap-4 py-2">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="text-right font-medium wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

function LoadingProperty() {
  return (
    <div aria-busy="true" className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Skeleton className="aspect-4/3 w-full" />
      <div>
        <Skeleton className="h-8 w-40" />
        <Skeleton className="mt-4 h-24 w-full" />
      </div>
    </div>
  );
}
