// Requests a second of the table API with 100 000 parkings in the table, 32 connections.
import autocannon from "autocannon";
import type { RunningProduct } from "#tests/support/product.ts";
import { type Figure, median, milliseconds, percentile } from "./table.ts";

const CONNECTIONS = 32;
const SECONDS = 5;
const ROUNDS = 3;
export const MANY = 100_000;

/** Fills the table with a city's worth of parkings, spread over two years. */
export async function fillParkings({ sql }: RunningProduct): Promise<void> {
  await sql`
    insert into public.parkings (project_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, created_at)
    select case n % 3 when 0 then 'standard' else 'ostra-hamnen' end,
      (array['Volvo V70', 'Saab 9-5', 'Tesla Model 3', 'Kia Niro', 'Škoda Octavia'])[1 + n % 5],
      (array['Blå', 'Röd', 'Svart', 'Vit', 'Grön', 'Silver'])[1 + n % 6],
      (array['Åkergränd', 'Storgatan', 'Hamngatan', 'Östra Ågatan', 'Kungsgatan'])[1 + n % 5] || ' ' || n % 300,
      chr(65 + n % 23) || chr(65 + (n / 23) % 23) || chr(65 + (n / 529) % 23) || lpad((n % 1000)::text, 3, '0'),
      case when n % 4 = 0 then 'förare' || n end,
      moment, moment + interval '2 hours', moment
    from generate_series(1, ${MANY}) as n, lateral (select now() - n * interval '10 minutes' as moment) as t`;
  await sql`analyze public.parkings`;
}

/** Median requests a second of the calls that screens make most. */
export async function measureTableApi(product: RunningProduct): Promise<Figure[]> {
  const [one] = await product.sql<{ id: string }[]>`select id from public.parkings offset 500 limit 1`;
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
    ["one parking by its key", { url: `${rest}/parkings?select=*&id=eq.${one?.id}` }],
    ["the newest 100", { url: `${rest}/parkings?select=*&order=created_at.desc,id.desc&limit=100` }],
    ["search, a rare plate", search("abc012")],
    ["search, a common word", search("åkergränd")],
    ["insert a parking", { url: `${rest}/parkings`, method: "POST", body: JSON.stringify(newParking) }],
  ];
  const readings = new Map<string, { rate: number[]; p50: number[]; p95: number[]; errors: number }>();
  // Round by round, so that a slow moment of the machine meets all calls alike.
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

/** How long one search takes when nothing else runs. */
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
