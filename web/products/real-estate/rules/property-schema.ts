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

/** A number that may be left empty, which is null. */
const optionalNumber = (pattern: RegExp, max: number, text: string) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\s+/g, "").replace(",", ".")),
    v.check((typed) => typed === "" || (pattern.test(typed) && Number(typed) <= max), text),
    v.transform((typed) => (typed === "" ? null : Number(typed))),
  );
const WHOLE = /^\d+$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** What an agent types of a property, and the row it becomes (document 2 §5). */
export const propertySchema = v.pipe(
  v.object({
    title: required(invalid.title, MAX.title),
    sellerName: required(invalid.sellerName, MAX.sellerName),
    shortDescription: required(invalid.shortDescription, MAX.shortDescription),
    description: optional(MAX.description),
    price: v.pipe(v.string(), v.trim(), v.nonEmpty(invalid.priceMissing), amount(invalid.price)),
    minimumBid: v.union([v.pipe(v.string(), v.trim(), v.literal("")), amount(invalid.minimumBid)], invalid.minimumBid),
    squareFeet: optionalNumber(WHOLE, MAX.squareFeet, invalid.squareFeet),
    bedrooms: optionalNumber(WHOLE, MAX.rooms, invalid.bedrooms),
    bathrooms: optionalNumber(DECIMAL, MAX.rooms, invalid.bathrooms),
    address: required(invalid.address, MAX.address),
    city: required(invalid.city, MAX.city),
    state: optional(MAX.state),
    zipCode: optional(MAX.zipCode),
    propertyType: required(invalid.propertyType, MAX.propertyType),
    status: v.picklist(PROPERTY_STATUSES),
    features: v.pipe(
      v.string(),
      v.check((typed) => splitFeatures(typed).length <= MAX.features, invalid.tooManyFeatures),
      v.check((typed) => splitFeatures(typed).every(({ length }) => length <= MAX.feature), invalid.featureTooLong),
    ),
    frontImage: optional(MAX.imageUrl),
    images: v.pipe(
      v.string(),
      v.check((typed) => splitImages(typed, "").length <= MAX.images, invalid.tooManyImages),
      v.check((typed) => splitImages(typed, "").every(({ length }) => length <= MAX.imageUrl), invalid.imageTooLong),
    ),
  }),
  v.transform((typed): PropertyDraft => ({
    title: typed.title,
    seller_name: typed.sellerName,
    short_description: typed.shortDescription,
    description: typed.description,
    price: typed.price,
    min_bid: typed.minimumBid === "" ? typed.price : typed.minimumBid,
    square_feet: typed.squareFeet,
    bedrooms: typed.bedrooms,
    bathrooms: typed.bathrooms,
    address: typed.address,
    city: typed.city,
    state: typed.state,
    zip_code: typed.zipCode,
    property_type: typed.propertyType,
    status: typed.status,
    features: splitFeatures(typed.features),
    front_image_url: typed.frontImage,
    image_urls: splitImages(typed.images, typed.frontImage),
  })),
);

export type PropertyInput = v.InferInput<typeof propertySchema>;

/** The form of a new property (document 2 §9). */
export const NEW_PROPERTY: PropertyInput = {
  title: "",
  sellerName: "",
  shortDescription: "",
  description: "",
  price: "",
  minimumBid: "",
  squareFeet: "",
  bedrooms: "",
  bathrooms: "",
  address: "",
  city: "",
  state: "",
  zipCode: "",
  propertyType: DEFAULT_PROPERTY_TYPE,
  status: "available",
  features: "",
  frontImage: "",
  images: "",
};

/** The form of a property that there is. A minimum bid that is the price stays empty, so that it follows a new price. */
export const inputOf = (property: Property): PropertyInput => ({
  title: property.title,
  sellerName: property.seller_name,
  shortDescription: property.short_description,
  description: property.description,
  price: String(property.price),
  minimumBid: property.min_bid === null || property.min_bid === property.price ? "" : String(property.min_bid),
  squareFeet: textOf(property.square_feet),
  bedrooms: textOf(property.bedrooms),
  bathrooms: textOf(property.bathrooms),
  address: property.address,
  city: property.city,
  state: property.state,
  zipCode: property.zip_code,
  propertyType: property.property_type,
  status: property.status as PropertyStatus,
  features: property.features.join(", "),
  frontImage: property.front_image_url,
  images: property.image_urls.join("\n"),
});

const textOf = (value: number | null) => (value === null ? "" : String(value));

/** The columns that the agent changed: what somebody else changed meanwhile, such as a sale, is left as it is. */
export function changedColumns(before: PropertyInput, after: PropertyDraft): Partial<PropertyDraft> {
  const parsed = v.safeParse(propertySchema, before);
  if (!parsed.success) return after;
  const old: Partial<Record<string, unknown>> = parsed.output;
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(old[column])),
  );
}
