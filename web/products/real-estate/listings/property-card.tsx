import { MapPin } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import type { BidFigures } from "#data/property_bids/figures.ts";
import type { PropertySummary } from "#data/properties/queries.ts";
import { formatCount, formatMoney } from "#shared/format/money.ts";
import { pricePerSquareMetre, squareMetres } from "../rules/area.ts";
import { formatDecimal } from "../rules/decimal.ts";
import { FROM_LIST } from "../rules/listing-address.ts";
import { texts } from "../texts.ts";
import { BidFiguresLine } from "./bid-figures-line.tsx";
import { Picture } from "../parts/picture.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";

type PropertyCardProps = {
  property: PropertySummary;
  /** The query part of the property's address. */
  search: string;
  /** The bid figures; undefined while they load or are hidden. */
  figures: BidFigures | undefined;
};

/** A property in the list, named by its title. The whole card opens it. */
export function PropertyCard({ property, search, figures }: PropertyCardProps) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised transition-colors duration-100 hover:border-line-strong"
    >
      <Picture url={property.front_image_url} alt="" className="aspect-4/3 w-full" />
      <div className="flex flex-1 flex-col p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-[min(1.5rem,11vw)] leading-tight font-extrabold tracking-tight tabular-nums">
            {formatMoney(property.price)}
          </p>
          <StatusBadge status={property.status} />
        </div>
        <BidFiguresLine figures={figures} />
        <h2 id={id} className="mt-2 text-lg font-bold wrap-anywhere">
          <Link
            to={{ search }}
            state={FROM_LIST}
            preventScrollReset
            // The link covers the card, so its focus ring surrounds the card too.
            className="text-ink no-underline group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:shadow-none focus-visible:outline-none focus-visible:after:-outline-offset-4 focus-visible:after:outline-3 focus-visible:after:outline-focus"
          >
            {property.title}
          </Link>
        </h2>
        <p className="mt-1 flex items-start gap-1.5 text-ink-soft">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          <span className="wrap-anywhere">{`${property.address}, ${property.city}`}</span>
        </p>
        <p className="mt-2 line-clamp-2 wrap-anywhere">{property.short_description}</p>
        <Sizes property={property} />
      </div>
    </article>
  );
}

function Sizes({ property }: { property: PropertySummary }) {
  const { bedrooms, bathrooms, square_feet: squareFeet, price } = property;
  const labels = texts.property;
  const perMetre = pricePerSquareMetre(price, squareFeet);
  const sizes = [
    bedrooms !== null && labels.bedroomCount(formatCount(bedrooms)),
    bathrooms !== null && labels.bathroomCount(formatDecimal(bathrooms)),
    squareFeet !== null && labels.squareMetres(formatCount(squareMetres(squareFeet))),
    squareFeet !== null && labels.squareFeet(formatCount(squareFeet)),
    perMetre !== undefined && labels.perSquareMetre(formatCount(perMetre)),
  ].filter((size) => size !== false);
  if (sizes.length === 0) return null;
  return (
    <ul className="mt-auto flex flex-wrap gap-x-3 gap-y-1 pt-3 text-sm font-semibold text-ink-soft">
      {sizes.map((size) => (
        <li key={size}>{size}</li>
      ))}
    </ul>
  );
}
