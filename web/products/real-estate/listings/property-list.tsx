import { useListInterval } from "#data/live.ts";
import { useBidFigures } from "#data/property_bids/figures.ts";
import { propertyQueries } from "#data/properties/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { LiveState } from "#session/live-state.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { listingSearch, type Show } from "../rules/listing-address.ts";
import { texts } from "../texts.ts";
import { PropertyCard } from "./property-card.tsx";
import { ShowMore } from "../parts/show-more.tsx";

const STATUS = { sale: "available", sold: "sold" } as const;
const GRID = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";

/** The properties for sale, or the sold ones, in pages. */
export function PropertyList({ show }: { show: Show }) {
  const status = STATUS[show];
  const query = useInfiniteQuery({
    ...propertyQueries.list(status),
    select: (data) => data.pages.flatMap(({ rows }) => rows),
    refetchInterval: useListInterval(),
  });
  const figures = useBidFigures((query.data ?? []).map(({ id }) => id));
  return (
    <>
      <p className="mb-3 text-ink-soft">
        <LiveState keepsRoom={false} />
      </p>
      <StateView
        query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
        loading={<LoadingCards />}
        failed={texts.loadFailed}
        empty={show === "sale" ? texts.listings.noneForSale : texts.listings.noneSold}
      >
        {(properties) => (
          <>
            <ul aria-label={texts.listings.list[status]} className={GRID}>
              {properties.map((property) => (
                <li key={property.id}>
                  <PropertyCard
                    property={property}
                    search={listingSearch({ show, property: property.id })}
                    figures={figures.get(property.id)}
                  />
                </li>
              ))}
            </ul>
            <ShowMore pages={query} label={texts.more} failed={texts.loadFailed} shown={properties.length} byItself />
          </>
        )}
      </StateView>
    </>
  );
}

function LoadingCards() {
  return (
    <div aria-busy="true" className={GRID}>
      <output className="sr-only">{texts.loading}</output>
      {[1, 2, 3].map((place) => (
        <div key={place} className="overflow-hidden rounded-card border border-line bg-surface">
          <Skeleton className="aspect-4/3 w-full rounded-none" />
          <div className="p-4">
            <Skeleton className="h-8 w-40" />
            <Skeleton className="mt-3 h-5 w-3/4" />
            <Skeleton className="mt-2 h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
