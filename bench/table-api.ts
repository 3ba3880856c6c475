// Requests a second of the table API with 100 000 parkings in the table, 32 connections.
import autocannon from "autocannon";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { someParking } from "./peers/sides.ts";
import { type Figure, median, milliseconds, percentile } from "./table.ts";

const CONNECTIONS = 32;
const SECONDS = 5;
const ROUNDS = 3;

/** The measured server and its database. */
type Target = Pick<RunningProduct, "url" | "publishableKey" | "databaseUrl">;

/** Median requests a second of the calls that screens make most often. */
export async function measureTableApi(product: Target): Promise<Figure[]> {
  const id = await someParking(product.databaseUrl);
  const rest = `${product.url}/rest/v1`;
  const headers = { apikey: product.publishableKey, "content-type": "application/json" };
  const search = (query: string) => ({
    url: `${rest}/rpc/search_parkings`,
    method: "POST" as const,
    body: JSON.stringify({ query, project: "ostra-hamnen" }),
  });
  const newParking = {
    car_model: "Volvo V70",
    car_color: "Blå",
    street: "Åkergränd 1",
    ref_number: "ABC123",
    start_time: "2026-01-01T08:00:00Z",
    end_time: "2026-01-01T10:00:00Z",
  };
  const calls: [string, Omit<autocannon.Options, "headers">][] = [
    ["one parking by its key", { url: `${rest}/parkings?select=*&id=eq.${id}` }],
    ["the newest 100", { url: `${rest}/parkings?select=*&order=created_at.desc,id.desc&limit=100` }],
    ["search, a rare plate", search("abc012")],
    ["search, a common word", search("åkergränd")],
    ["insert a parking", { url: `${rest}/parkings`, method: "POST", body: JSON.stringify(newParking) }],
  ];
  const readings = new Map<string, { rate: number[]; p50: number[]; p95: number[]; errors: number }>();
  // The calls run round by round, so that a slow moment of the machine meets all calls alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [what, call] of calls) {
      const result = await autocannon({ ...call, headers, connections: CONNECTIONS, duration: SECONDS });
      const reading = readings.get(what) ?? { rate: [], p50: [], p95: [], errors: 0 };
      reading.rate.push(result.requests.average);
      reading.p50.push(result.latency.p50);
      reading.p95.push(result.latency.p97_5);
      reading.errors += result.non2xx + result.errors;
      readings.set(what, reading);
    }
  }
  return [...readings].map(([what, { rate, p50, p95, errors }]) => ({
    what,
    value: `${Math.round(median(rate))}/s`,
    note: `p50 ${milliseconds(median(p50))}, p97.5 ${milliseconds(median(p95))}${errors > 0 ? `, ${errors} ERRORS` : ""}`,
  }));
}

/** Measures the time of a search when nothing else runs. */
export async function measureSearchAlone({ client }: RunningProduct): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const query of ["abc012", "åkergränd", "finns inte alls"]) {
    const took: number[] = [];
    for (let run = 0; run < 40; run += 1) {
      const started = performance.now();
      const { error } = await client.rpc("search_parkings", { query });
      if (error !== null) throw new Error(error.message);
      took.push(performance.now() - started);
    }
    figures.push({
      what: `search "${query}" alone`,
      value: milliseconds(median(took)),
      note: `p95 ${milliseconds(percentile(took, 0.95))}`,
    });
  }
  return figures;
}
