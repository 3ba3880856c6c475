// Properties for sale, and bids on a broker's list.
import { randomBytes, randomUUID } from "node:crypto";
import type { RunningProduct } from "#tests/support/server/product.ts";

type Sql = RunningProduct["sql"];

/** Puts a property up for sale, as an agent would, and gives its key. */
export async function sellProperty(sql: Sql, title: string, over: Record<string, unknown> = {}): Promise<string> {
  const row = {
    title,
    seller_name: "Åsa Öberg",
    short_description: "Ljust och lugnt.",
    price: 2_500_000,
    address: "Gatan 1",
    city: "Ystad",
    front_image_url: "/properties/cottage.svg",
    ...over,
  };
  const [stored] = await sql<{ id: string }[]>`insert into properties ${sql(row)} returning id`;
  if (stored === undefined) throw new Error("The property was not stored.");
  return stored.id;
}

/** Places a bid on a broker's list, as a visitor's device does; gives the bid's id and the device's key. */
export async function placeBid(
  { client }: RunningProduct,
  propertyId: string,
  bid: { name: string; amount: number; conditions?: string; isHidden?: boolean; key?: string },
): Promise<{ id: string; key: string }> {
  const { name, amount, conditions = "", isHidden = false, key = randomBytes(16).toString("base64url") } = bid;
  const id = randomUUID();
  const { data, error } = await client.rpc("place_bid", {
    bid: { id, property_id: propertyId, amount, conditions, is_hidden: isHidden },
    bidder: { name, email: `${name.replaceAll(/\W/g, "")}@example.com`, phone: "" },
    key,
  });
  if (error !== null || (data as { outcome: string }).outcome !== "placed")
    throw new Error(`The bid was not placed: ${JSON.stringify(error ?? data)}`);
  return { id, key };
}

/** A property with a broker's list of a day: public, hidden, withdrawn and accepted bids. It is made once; gives its key. */
export async function brokerSale(product: RunningProduct): Promise<string> {
  const title = "Mäklarens villa";
  const [known] = await product.sql<{ id: string }[]>`select id from properties where title = ${title}`;
  if (known !== undefined) return known.id;
  const rules = { bid_mode: "broker", contract_step: true, hidden_bids: true, contract_pending: true };
  const id = await sellProperty(product.sql, title, { price: 4_000_000, ...rules });
  await placeBid(product, id, { name: "Lena Ek", amount: 4_000_000, conditions: "With a loan" });
  const gone = await placeBid(product, id, { name: "Bo Ås", amount: 4_150_000 });
  await placeBid(product, id, { name: "Ida Berg", amount: 4_500_000, isHidden: true });
  const best = await placeBid(product, id, { name: "Per Ros", amount: 4_200_000 });
  await product.sql`update property_bids set withdrawn_at = now() where id = ${gone.id}`;
  await product.sql`insert into property_sales (property_id, bid_id, accepted_by) values (${id}, ${best.id}, 'agent@parkering.example')`;
  return id;
}

/** A viewing of that property with people who come, to come and made once. */
export async function viewingOf(product: RunningProduct): Promise<{ property: string; id: string }> {
  const property = await brokerSale(product);
  const [known] = await product.sql<{ id: string }[]>`select id from viewings where property_id = ${property}`;
  if (known !== undefined) return { property, id: known.id };
  const [made] = await product.sql<{ id: string }[]>`
    insert into viewings (property_id, starts_at, ends_at, places, places_left, note)
    values (${property}, '2099-06-05T12:00:00Z', '2099-06-05T13:00:00Z', 10, 10, 'Ring på hos Berg') returning id`;
  const id = made?.id ?? "";
  for (const [name, people] of [
    ["Bo Ek", 2],
    ["Ida Åberg-Lindström", 1],
  ] as const)
    await product.client.rpc("sign_up_for_viewing", {
      viewing_id: id,
      signup_id: randomUUID(),
      key: randomBytes(16).toString("base64url"),
      name,
      email: "besok@example.se",
      phone: "070-741 00 00",
      people,
    });
  return { property, id };
}
