import { keepPreviousData } from "@tanstack/react-query";
import { useListInterval } from "#data/live.ts";
import { useBidFigures } from "#data/property_bids/figures.ts";
import { type ListingFilter, propertyQueries } from "#data/properties/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { LiveSign } from "#session/live-sign.tsx";
import { formatCount } from "#shared/format/money.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { listingSearch, type Show } from "../rules/listing-address.ts";
import { isFiltered } from "../rules/listing-filter.ts";
import { texts } from "../texts.ts";
import { ListingFilters } from "./listing-filters.tsx";
import { PropertyCard } from "./property-card.tsx";
import { ShowMore } from "../parts/show-more.tsx";

const STATUS = { sale: "available", sold: "sold" } as const;
const NONE = { sale: texts.listings.noneForSale, sold: texts.listings.noneSold } as const;
const GRID = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";

type Props = {
  show: Show;
  filter: ListingFilter;
  onFilter: (filter: ListingFilter) => void;
};

/** The properties for sale, or the sold ones, in pages; those that the filters let through. */
export function PropertyList({ show, filter, onFilter }: Props) {
  const status = STATUS[show];
  const choices = useQuery(propertyQueries.choices()).data;
  const counted = useQuery({
    ...propertyQueries.count(status, filter),
    enabled: isFiltered(filter),
    placeholderData: keepPreviousData,
  }).data;
  const hits = isFiltered(filter) ? counted : choices?.[status];
  const query = useInfiniteQuery({
    ...propertyQueries.list(status, isFiltered(filter) ? filter : undefined),
    select: (data) => data.pages.flatMap(({ rows }) => rows),
    refetchInterval: useListInterval(),
  });
  const figures = useBidFigures((query.data ?? []).map(({ id }) => id));
  return (
    <>
      <ListingFilters filter={filter} choices={choices} onChange={onFilter}>
        <p className="flex flex-wrap items-center gap-x-4 text-ink-soft">
          <output className="font-semibold text-ink">
            {hits !== undefined && texts.filters.hits(hits, formatCount(hits))}
          </output>
          <LiveSign wordClass="max-sm:hidden" />
        </p>
      </ListingFilters>
      <StateView
        query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
        loading={<LoadingCards />}
        failed={texts.loadFailed}
        empty={isFiltered(filter) ? texts.filters.none : NONE[show]}
      >
        {(properties) => (
          <>
            <ul aria-label={texts.listings.list[status]} className={GRID}>
              {properties.map((property) => (
                <li key={property.id}>
                  <PropertyCard
                    property={property}
                    search={listingSearch({ show, filter, property: property.id })}
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
