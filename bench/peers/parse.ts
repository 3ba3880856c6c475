// Parse Server with the same parkings in a database of its own on the same PostgreSQL.
import { randomUUID } from "node:crypto";
import { BENCH_STREET, MANY, onDatabase, PARKINGS_OF_A_CITY } from "../city.ts";
import type { Headers, Senders } from "./people.ts";
import { startPeer } from "./process.ts";

/** The class that takes the place of the table; a Parse user would search in `searchText`. */
const FIELDS = {
  projectId: { type: "String" },
  carModel: { type: "String" },
  carColor: { type: "String" },
  street: { type: "String" },
  refNumber: { type: "String" },
  discordUsername: { type: "String" },
  startTime: { type: "Date" },
  endTime: { type: "Date" },
  active: { type: "Boolean" },
  searchText: { type: "String" },
} as const;

/** People who log in, so that the requests come from many accounts. */
const PEOPLE = 50;

/** Users of the class: everybody, or people with a login alone. */
export type ParseUsers = "everybody" | "signed in";

const PERMISSION = { everybody: { "*": true }, "signed in": { requiresAuthentication: true } } as const;

export type ParseServer = {
  url: string;
  headers: Headers;
  /** Headers of the next sender, where only people with a login may use the class. */
  senders?: Senders;
  /** Id of an existing parking. */
  someId: string;
  /** Removes the inserted rows. */
  removeInserted(): Promise<void>;
  stop(): Promise<void>;
};

/** Makes the database beside the product's, starts Parse Server on it and fills it. */
export async function startParseServer(
  clusterUrl: string,
  peersFolder: string,
  users: ParseUsers,
): Promise<ParseServer> {
  const address = new URL(clusterUrl);
  address.pathname = "/parse_server";
  const databaseUrl = address.href;
  await onDatabase(clusterUrl, (client) => client.query("create database parse_server template template0"));
  const [appId, masterKey] = [randomUUID(), randomUUID()];
  const server = await startPeer("parse-server.mjs", {
    DATABASE_URL: databaseUrl,
    PEERS_FOLDER: peersFolder,
    APP_ID: appId,
    MASTER_KEY: masterKey,
  });
  const headers = { "x-parse-application-id": appId, "content-type": "application/json" };
  const made = await fetch(`${server.url}/schemas/Parking`, {
    method: "POST",
    headers: { ...headers, "x-parse-master-key": masterKey },
    body: JSON.stringify({
      className: "Parking",
      fields: FIELDS,
      classLevelPermissions: Object.fromEntries(
        ["get", "find", "count", "create"].map((call) => [call, PERMISSION[users]]),
      ),
    }),
  });
  if (!made.ok) throw new Error(`Parse Server did not make its class: ${await made.text()}`);
  const someId = await fill(databaseUrl);
  return {
    ...server,
    headers,
    ...(users === "signed in" && { senders: inTurn(await signUp(server.url, headers)) }),
    someId,
    removeInserted: () =>
      onDatabase(databaseUrl, async (client) => {
        await client.query('delete from "Parking" where street = $1', [BENCH_STREET]);
        await client.query('vacuum (analyze) "Parking"');
      }),
  };
}

/** Signs people up as its manual says, and gives the headers with which each of them asks. Throws when a person is refused. */
async function signUp(url: string, headers: Headers): Promise<Headers[]> {
  const people: Headers[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const body = JSON.stringify({ username: `bench-${at}`, password: randomUUID() });
    const answer = await fetch(`${url}/users`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`Parse Server did not sign somebody up: ${await answer.text()}`);
    const { sessionToken } = (await answer.json()) as { sessionToken: string };
    people.push({ ...headers, "x-parse-session-token": sessionToken });
  }
  return people;
}

function inTurn(people: readonly Headers[]): Senders {
  let sent = 0;
  return () => {
    sent += 1;
    // A new object is made each time, since autocannon writes the length of a body into it.
    return { ...people[sent % people.length] };
  };
}

/** Adds the same rows, with an index on the date as Parse's manual advises; the key has an index already. Gives the key of a row. */
async function fill(databaseUrl: string): Promise<string> {
  return onDatabase(databaseUrl, async (client) => {
    await client.query(
      `insert into "Parking" ("objectId", "createdAt", "updatedAt", "projectId", "carModel", "carColor", street, "refNumber",
         "discordUsername", "startTime", "endTime", active, "searchText")
       select substr(md5(n::text), 1, 10), moment, moment, project_id, car_model, car_color, street, ref_number, discord_username,
         moment, moment + interval '2 hours', true,
         lower(concat_ws(E'\\n', ref_number, car_model, car_color, street, discord_username))
       from ${PARKINGS_OF_A_CITY}`,
      [1, MANY],
    );
    await client.query('create index on "Parking" ("createdAt")');
    await client.query('vacuum (analyze) "Parking"');
    const { rows } = await client.query<{ objectId: string }>('select "objectId" from "Parking" offset 500 limit 1');
    return rows[0]?.objectId ?? "";
  });
}
