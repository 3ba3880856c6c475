import { useRef } from "react";
import { useListInterval } from "#data/live.ts";
import { useBidFigures } from "#data/property_bids/figures.ts";
import { useLiveBids } from "#data/property_bids/live.ts";
import { propertyQueries, type Property } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { isAgent, useAccount } from "#session/account/account-role.ts";
import { loadCode } from "#shared/feedback/load-code.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { formatCount, formatExactly, formatMoney } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Skeleton, SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { pricePerSquareMetre, squareMetres } from "../rules/area.ts";
import { formatDecimal } from "../rules/decimal.ts";
import type { PropertyTab } from "../rules/listing-address.ts";
import { picturesOf } from "../rules/lists.ts";
import { texts } from "../texts.ts";
import { BidFiguresLine } from "./bid-figures-line.tsx";
import { Bids } from "./bids.tsx";
import { viewingTexts } from "../visit-texts.ts";
import { Gallery } from "./gallery.tsx";
import { ShareProperty } from "./share-property.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";

const labels = texts.property;

type Props = { id: string; tab: PropertyTab; onTab: (tab: PropertyTab) => void; onClose: () => void };

/** The window's height without the dialog's title and edges, which are wider at a desk: tabs of any length leave the lower edge where it is. */
const FILLS_WINDOW = { minHeight: "calc(100dvh - clamp(8rem, 24vw, 11.5rem))" };

/** The facts of a property, and its bids (document 2 §2). The dialog is live while it is open. */
export function PropertyDialog({ id, onClose, ...tabs }: Props) {
  const query = useQuery({ ...propertyQueries.byId(id), refetchInterval: useListInterval() });
  const title = query.data?.title ?? (query.data === null ? labels.gone : texts.loading);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={query.data ? wholeAddress(query.data) : labels.detail}
      // The line stands from the beginning, so that what is below does not move when the address comes.
      hideDescription={query.data === null}
      width="wide"
      lang="en"
    >
      <div style={FILLS_WINDOW}>
        <StateView query={query} loading={<LoadingProperty />} failed={texts.loadFailed} empty={labels.gone}>
          {(property) => <PropertyDetail property={property} {...tabs} />}
        </StateView>
      </div>
    </Dialog>
  );
}

const wholeAddress = ({ address, zip_code: zip, city, state }: Property) =>
  `${address}, ${[zip, city, state].filter((part) => part !== "").join(" ")}`;

/** The pictures and the price, beside the description or the bids. On a phone a bar leads from the description to bidding. */
function PropertyDetail({ property, tab, onTab }: { property: Property } & Pick<Props, "tab" | "onTab">) {
  const { role } = useAccount();
  const figures = useBidFigures([property.id]).get(property.id);
  const seesBids = !property.hide_bid_list || isAgent(role);
  const shown = seesBids ? figures : undefined;
  const tabs = useRef<HTMLDivElement>(null);
  // The highest bid beside the description is live too.
  useLiveBids(property.id);

  function handleBid() {
    onTab("bids");
    tabs.current?.scrollIntoView({ block: "start" });
  }

  return (
    <>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <Gallery title={property.title} urls={picturesOf(property.front_image_url, property.image_urls)} />
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="text-3xl leading-tight font-extrabold tracking-tight tabular-nums">
              {formatMoney(property.price)}
            </p>
            <StatusBadge status={property.status} />
          </div>
          {/* The list itself says when there are no bids. */}
          <BidFiguresLine figures={shown?.bids === 0 ? undefined : shown} />
          <div className="mt-2 flex items-start justify-between gap-4">
            <p className="min-w-0 py-2 text-lg font-medium wrap-anywhere">{property.short_description}</p>
            <ShareProperty id={property.id} title={property.title} />
          </div>
        </div>
        <div ref={tabs} className="min-w-0 scroll-mt-4">
          <Tabs
            label={labels.tabs.label}
            value={tab}
            onChange={onTab}
            tabs={[
              { value: "about", label: labels.tabs.about, content: <About property={property} /> },
              { value: "bids", label: labels.tabs.bids, content: <Bids property={property} figures={shown} /> },
              { value: "viewings", label: viewingTexts.list, content: <LazyViewings property={property} /> },
            ]}
          />
        </div>
      </div>
      {tab === "about" && property.status === "available" && (
        <div className="sticky bottom-0 -mx-5 mt-4 -mb-8 border-t border-line bg-surface px-5 py-3 md:hidden">
          <Button variant="primary" size="large" wide onClick={handleBid}>
            {typeof shown?.highest === "number" ? labels.bidHighest(formatExactly(shown.highest)) : labels.bid}
          </Button>
        </div>
      )}
    </>
  );
}

const loadViewings = loadCode(() => import("../viewings/viewings.tsx"));

/** The viewings, whose code comes with their tab. */
function LazyViewings({ property }: { property: Property }) {
  const code = useLazyCode(loadViewings);
  return code === undefined ? <SkeletonList label={texts.loading} /> : <code.Viewings property={property} />;
}

function About({ property }: { property: Property }) {
  return (
    <div className="grid min-w-0 content-start gap-6">
      {property.description !== "" && (
        <section aria-label={labels.about}>
          <p className="whitespace-pre-line wrap-anywhere">{property.description}</p>
        </section>
      )}
      <Features features={property.features} />
      <Facts property={property} />
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
  const perMetre = pricePerSquareMetre(property.price, squareFeet);
  const facts = [
    [labels.address, wholeAddress(property)],
    [labels.type, property.property_type],
    [
      labels.area,
      squareFeet === null
        ? null
        : `${labels.squareMetres(formatCount(squareMetres(squareFeet)))} · ${labels.squareFeet(formatCount(squareFeet))}`,
    ],
    [labels.pricePerArea, perMetre === undefined ? null : labels.perSquareMetre(formatCount(perMetre))],
    [labels.bedrooms, bedrooms === null ? null : formatCount(bedrooms)],
    [labels.bathrooms, bathrooms === null ? null : formatDecimal(bathrooms)],
    [labels.seller, property.seller_name],
    [labels.listed, toDateValue(new Date(property.created_at))],
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
