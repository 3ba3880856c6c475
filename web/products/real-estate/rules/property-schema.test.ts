import { safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import type { Property } from "#data/properties/queries.ts";
import { changedColumns, inputOf, NEW_PROPERTY, propertySchema } from "./property-schema.ts";

const FILLED = {
  ...NEW_PROPERTY,
  title: " Villa ",
  seller_name: "Säljaren",
  short_description: "Fin.",
  price: "1 000 000",
  address: "Gatan 1",
  city: "Ystad",
};
const parse = (change: Partial<typeof FILLED> = {}) => safeParse(propertySchema, { ...FILLED, ...change });
const draftOf = (change: Partial<typeof FILLED> = {}) => {
  const parsed = parse(change);
  if (!parsed.success) throw new Error(parsed.issues[0].message);
  return parsed.output;
};

// Spec 2 §9: Default property …
test("a form with only the required fields becomes a row with the defaults", () => {
  expect(draftOf()).toEqual({
    title: "Villa",
    seller_name: "Säljaren",
    short_description: "Fin.",
    description: "",
    price: 1_000_000,
    min_bid: 1_000_000,
    square_feet: null,
    bedrooms: null,
    bathrooms: null,
    address: "Gatan 1",
    city: "Ystad",
    state: "",
    zip_code: "",
    property_type: "house",
    status: "available",
    features: [],
    front_image_url: "",
    image_urls: [],
  });
});

// Spec 2 §5: Min bid is
// Spec 2 §5: Square feet is
test.each([
  [{ min_bid: "900 000" }, { min_bid: 900_000 }],
  [{ min_bid: "0" }, { min_bid: 0 }],
  [{ min_bid: "  " }, { min_bid: 1_000_000 }],
  [{ square_feet: "1 830" }, { square_feet: 1830 }],
  [{ bathrooms: "1,5" }, { bathrooms: 1.5 }],
  [{ features: "Hiss, Balkong," }, { features: ["Hiss", "Balkong"] }],
  [
    { front_image_url: " /a.svg ", image_urls: "/b.svg\n/a.svg" },
    { front_image_url: "/a.svg", image_urls: ["/b.svg"] },
  ],
])("%j becomes %j", (change, expected) => {
  expect(draftOf(change)).toMatchObject(expected);
});

// Spec 2 §5: Property form: title,
test.each([
  [{ title: "  " }, "title", "Title is required"],
  [{ seller_name: "" }, "seller_name", "Seller name is required"],
  [{ short_description: "" }, "short_description", "Short description is required"],
  [{ price: " " }, "price", "Price is required"],
  [{ price: "gratis" }, "price", "Enter a valid price"],
  [{ price: "-1" }, "price", "Enter a valid price"],
  [{ price: "1000000000001" }, "price", "Enter a valid price"],
  [{ min_bid: "lite" }, "min_bid", "Enter a valid minimum bid"],
  [{ square_feet: "12,5" }, "square_feet", "Square feet must be a whole number"],
  [{ square_feet: "-3" }, "square_feet", "Square feet must be a whole number"],
  [{ bedrooms: "två" }, "bedrooms", "Bedrooms must be a whole number"],
  [{ bathrooms: "1001" }, "bathrooms", "Enter a valid number of bathrooms"],
  [{ property_type: "" }, "property_type", "Property type is required"],
  [{ address: "" }, "address", "Address is required"],
  [{ city: "" }, "city", "City is required"],
  [{ features: "x,".repeat(101) }, "features", "At most 100 features"],
  [{ features: "x".repeat(201) }, "features", "A feature has at most 200 characters"],
  [{ image_urls: "/a,".repeat(51) }, "image_urls", "At most 50 pictures"],
  [{ image_urls: `/${"x".repeat(2000)}` }, "image_urls", "An address has at most 2000 characters"],
])("%j is refused at %s: %s", (change, field, message) => {
  const { issues = [] } = parse(change);
  expect(issues.map((issue) => [issue.path?.[0]?.key, issue.message])).toEqual([[field, message]]);
});

describe("a property that there is", () => {
  const property: Property = {
    id: "b1",
    title: "Villa",
    seller_name: "Säljaren",
    short_description: "Fin.",
    description: "Lång.",
    price: 1_000_000,
    min_bid: null,
    hide_bid_list: false,
    accepted_bid_id: null,
    square_feet: 1200,
    bedrooms: null,
    bathrooms: 1.5,
    address: "Gatan 1",
    city: "Ystad",
    state: "",
    zip_code: "",
    property_type: "house",
    status: "available",
    features: ["Hiss", "Balkong"],
    front_image_url: "/a.svg",
    image_urls: ["/b.svg", "/c.svg"],
    created_at: "2026-11-21T08:00:00+00:00",
    bid_mode: "open",
    higher_only: false,
    bid_step: 1,
    bid_release: "at_once",
    hidden_bids: false,
    contract_step: false,
    contract_pending: false,
    assignment_ended_on: null,
  };
  const before = inputOf(property);
  const changes = (change: Partial<typeof before>) => {
    const parsed = safeParse(propertySchema, { ...before, ...change });
    return parsed.success ? changedColumns(before, parsed.output) : undefined;
  };

  test("fills its form", () => {
    expect(before).toMatchObject({
      price: "1000000",
      min_bid: "",
      square_feet: "1200",
      bedrooms: "",
      bathrooms: "1.5",
      features: "Hiss, Balkong",
      image_urls: "/b.svg\n/c.svg",
    });
    expect(inputOf({ ...property, min_bid: 1_000_000 }).min_bid).toBe("");
    expect(inputOf({ ...property, min_bid: 900_000 }).min_bid).toBe("900000");
  });

  test.each([
    [{}, {}],
    [{ title: " Villa " }, {}],
    [{ title: "Slott" }, { title: "Slott" }],
    [{ price: "2 000 000" }, { price: 2_000_000, min_bid: 2_000_000 }],
    [{ features: "Hiss" }, { features: ["Hiss"] }],
    [
      { status: "sold" as const, bedrooms: "4" },
      { status: "sold", bedrooms: 4 },
    ],
  ])("saved with %j changes %j alone", (change, expected) => {
    expect(changes(change)).toEqual(expected);
  });
});
