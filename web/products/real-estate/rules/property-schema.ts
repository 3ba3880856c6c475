import * as v from "valibot";
import { DEFAULT_PROPERTY_TYPE, PROPERTY_MAX as MAX } from "#contract/limits.ts";
import { PROPERTY_STATUSES } from "#contract/states.ts";
import type { PropertyDraft } from "#data/properties/mutations.ts";
import type { Property, PropertyStatus } from "#data/properties/queries.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { texts } from "../texts.ts";
import { splitFeatures, splitImages } from "./lists.ts";

const invalid = texts.form.invalid;

const required = (text: string, max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(text), v.maxLength(max));
const optional = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max));

const amount = (text: string) =>
  v.pipe(v.string(), v.transform(parseAmount), v.number(text), v.maxValue(MAX.amount, text));

/** A number that may be left empty; empty becomes null. */
const optionalNumber = (pattern: RegExp, max: number, text: string) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\s+/g, "").replace(",", ".")),
    v.check((typed) => typed === "" || (pattern.test(typed) && Number(typed) <= max), text),
    v.transform((typed) => (typed === "" ? null : Number(typed))),
  );
const WHOLE = /^\d+$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** The rules of a property, and the row that it becomes (document 2 §5). */
export const propertySchema = v.pipe(
  v.object({
    title: required(invalid.title, MAX.title),
    seller_name: required(invalid.sellerName, MAX.sellerName),
    short_description: required(invalid.shortDescription, MAX.shortDescription),
    description: optional(MAX.description),
    price: v.pipe(v.string(), v.trim(), v.nonEmpty(invalid.priceMissing), amount(invalid.price)),
    min_bid: v.union([v.pipe(v.string(), v.trim(), v.literal("")), amount(invalid.minimumBid)], invalid.minimumBid),
    square_feet: optionalNumber(WHOLE, MAX.squareFeet, invalid.squareFeet),
    bedrooms: optionalNumber(WHOLE, MAX.rooms, invalid.bedrooms),
    bathrooms: optionalNumber(DECIMAL, MAX.rooms, invalid.bathrooms),
    address: required(invalid.address, MAX.address),
    city: required(invalid.city, MAX.city),
    state: optional(MAX.state),
    zip_code: optional(MAX.zipCode),
    property_type: required(invalid.propertyType, MAX.propertyType),
    status: v.picklist(PROPERTY_STATUSES),
    features: v.pipe(
      v.string(),
      v.check((typed) => splitFeatures(typed).length <= MAX.features, invalid.tooManyFeatures),
      v.check((typed) => splitFeatures(typed).every(({ length }) => length <= MAX.feature), invalid.featureTooLong),
    ),
    front_image_url: optional(MAX.imageUrl),
    image_urls: v.pipe(
      v.string(),
      v.check((typed) => splitImages(typed, "").length <= MAX.images, invalid.tooManyImages),
      v.check((typed) => splitImages(typed, "").every(({ length }) => length <= MAX.imageUrl), invalid.imageTooLong),
    ),
  }),
  v.transform((typed): PropertyDraft => ({
    ...typed,
    min_bid: typed.min_bid === "" ? typed.price : typed.min_bid,
    features: splitFeatures(typed.features),
    image_urls: splitImages(typed.image_urls, typed.front_image_url),
  })),
);

export type PropertyInput = v.InferInput<typeof propertySchema>;

/** The values of a new property's form (document 2 §9). */
export const NEW_PROPERTY: PropertyInput = {
  title: "",
  seller_name: "",
  short_description: "",
  description: "",
  price: "",
  min_bid: "",
  square_feet: "",
  bedrooms: "",
  bathrooms: "",
  address: "",
  city: "",
  state: "",
  zip_code: "",
  property_type: DEFAULT_PROPERTY_TYPE,
  status: "available",
  features: "",
  front_image_url: "",
  image_urls: "",
};

/** The form values of an existing property. A minimum bid that equals the price stays empty, so that it follows a new price. */
export function inputOf(property: Property): PropertyInput {
  const { title, seller_name, short_description, description, price, min_bid } = property;
  const { address, city, state, zip_code, property_type, status, front_image_url } = property;
  return {
    title,
    seller_name,
    short_description,
    description,
    price: String(price),
    min_bid: min_bid === price ? "" : textOf(min_bid),
    square_feet: textOf(property.square_feet),
    bedrooms: textOf(property.bedrooms),
    bathrooms: textOf(property.bathrooms),
    address,
    city,
    state,
    zip_code,
    property_type,
    status: status as PropertyStatus,
    features: property.features.join(", "),
    front_image_url,
    image_urls: property.image_urls.join("\n"),
  };
}

const textOf = (value: number | null) => (value === null ? "" : String(value));

/** The columns that the agent changed. A change by another person meanwhile, such as a sale, is not overwritten. */
export function changedColumns(before: PropertyInput, after: PropertyDraft): Partial<PropertyDraft> {
  const parsed = v.safeParse(propertySchema, before);
  if (!parsed.success) return after;
  const old: Partial<Record<string, unknown>> = parsed.output;
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(old[column])),
  );
}
