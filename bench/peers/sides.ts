// The compared calls, as each server is asked for them.
import type { RunningProduct } from "#tests/support/server/product.ts";
import { BENCH_STREET, onDatabase } from "../city.ts";
import type { ParseServer } from "./parse.ts";
import type { Headers, Senders } from "./people.ts";
import { PARSE, type Side } from "./rounds.ts";

export const PARKING_CALLS = ["key", "newest 100", "search", "insert"] as const;
export type ParkingCall = (typeof PARKING_CALLS)[number];

export const VISITOR_CALLS = ["site by path", "newest 24 properties", "insert a parking"] as const;
export type VisitorCall = (typeof VISITOR_CALLS)[number];

/** A rare plate, which the trigram index finds at once, and a list that is read from its start does not. */
export const SEARCHED_FOR = { query: "abc012", project: "ostra-hamnen" };
const SEARCH = JSON.stringify(SEARCHED_FOR);
const SEARCHED = { searchText: { $regex: SEARCHED_FOR.query, $options: "i" }, projectId: SEARCHED_FOR.project };

/** A parking of two hours from now. */
export const newParking = () => {
  const start = Date.now();
  return {
    project_id: "ostra-hamnen",
    car_model: "Volvo V70",
    car_color: "Blå",
    street: BENCH_STREET,
    ref_number: "ABC123",
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 7_200_000).toISOString(),
  };
};

/** The key of a parking that visitors of `specified` and the attendant of `hardened` see. */
export async function someParking(databaseUrl: string): Promise<string> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ id: string }>(
      "select id from public.parkings where project_id = 'ostra-hamnen' order by created_at offset 500 limit 1",
    ),
  );
  return rows[0]?.id ?? "";
}

export const jsonHeaders = (over: Headers): Headers => ({ "content-type": "application/json", ...over });

/** Caller of a side, and the senders of inserts where limits count them. */
export type Caller = { headers: Headers; senders?: Senders; project?: string };

const spread = (senders: Senders | undefined) => (senders === undefined ? {} : { senders });

/** The product, asked as the client asks it. */
export function productParkings({ url }: RunningProduct, id: string, caller: Caller): Side<ParkingCall> {
  const rest = `${url}/rest/v1`;
  const { headers, senders, project } = caller;
  const ofProject = project === undefined ? "" : `&project_id=eq.${project}`;
  return {
    name: "product",
    calls: {
      key: { url: `${rest}/parkings?select=*&id=eq.${id}`, headers },
      "newest 100": { url: `${rest}/parkings?select=*${ofProject}&order=created_at.desc,id.desc&limit=100`, headers },
      search: { url: `${rest}/rpc/search_parkings`, method: "POST", headers, body: SEARCH },
      insert: {
        url: `${rest}/parkings`,
        method: "POST",
        headers,
        body: JSON.stringify(newParking()),
        ...spread(senders),
      },
    },
  };
}

export function bareParkings(url: string, id: string, caller: Caller): Side<ParkingCall> {
  const { headers, senders, project } = caller;
  const ofProject = project === undefined ? "" : `/${project}`;
  return {
    name: "bare",
    calls: {
      key: { url: `${url}/key/${id}`, headers },
      "newest 100": { url: `${url}/newest${ofProject}`, headers },
      search: { url: `${url}/search`, method: "POST", headers, body: SEARCH },
      insert: {
        url: `${url}/parkings`,
        method: "POST",
        headers,
        body: JSON.stringify(newParking()),
        ...spread(senders),
      },
    },
  };
}

/** Parse Server, which has less to decide than the others: it checks who may use the class at all, but not which of its rows. */
export function parseParkings(parse: ParseServer, project?: string): Side<ParkingCall> {
  const { url, someId, senders } = parse;
  const headers = senders?.() ?? parse.headers;
  const find = (where: object) =>
    `${url}/classes/Parking?order=-createdAt&limit=100&where=${encodeURIComponent(JSON.stringify(where))}`;
  const { start_time, end_time, ...parking } = newParking();
  const body = {
    projectId: parking.project_id,
    carModel: parking.car_model,
    carColor: parking.car_color,
    street: parking.street,
    refNumber: parking.ref_number,
    active: true,
    startTime: { __type: "Date", iso: start_time },
    endTime: { __type: "Date", iso: end_time },
    searchText: [parking.ref_number, parking.car_model, parking.car_color, parking.street].join("\n").toLowerCase(),
  };
  return {
    name: PARSE,
    calls: {
      key: { url: `${url}/classes/Parking/${someId}`, headers },
      "newest 100": { url: find(project === undefined ? {} : { projectId: project }), headers },
      search: { url: find(SEARCHED), headers },
      insert: {
        url: `${url}/classes/Parking`,
        method: "POST",
        headers,
        body: JSON.stringify(body),
        ...spread(senders),
      },
    },
  };
}

const SUMMARY =
  "id,title,seller_name,short_description,price,square_feet,bedrooms,bathrooms,address,city,property_type,status,front_image_url,created_at";

/** The calls of visitors in `hardened`. */
export function productVisits({ url }: RunningProduct, { headers, senders }: Caller): Side<VisitorCall> {
  const rest = `${url}/rest/v1`;
  return {
    name: "product",
    calls: {
      "site by path": {
        url: `${rest}/main_page_sites?select=id,name,path,description&path=eq.ostra-hamnen`,
        headers,
      },
      "newest 24 properties": {
        url: `${rest}/properties?select=${SUMMARY}&order=created_at.desc,id.desc&limit=24`,
        headers,
      },
      "insert a parking": {
        url: `${rest}/parkings`,
        method: "POST",
        headers,
        body: JSON.stringify(newParking()),
        ...spread(senders),
      },
    },
  };
}

export function bareVisits(url: string, { headers, senders }: Caller): Side<VisitorCall> {
  return {
    name: "bare",
    calls: {
      "site by path": { url: `${url}/site/ostra-hamnen`, headers },
      "newest 24 properties": { url: `${url}/properties`, headers },
      "insert a parking": {
        url: `${url}/parkings`,
        method: "POST",
        headers,
        body: JSON.stringify(newParking()),
        ...spread(senders),
      },
    },
  };
}
