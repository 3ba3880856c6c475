// The crowd that a measurement is given, and what its visitors write.
import { BENCH_STREET } from "../city.ts";
import type { Arrival } from "./messages.ts";

export type Server = { url: string; publishableKey: string };

/** Everybody who works: two servers of one database, and an attendant's token and project each. */
export type Crowd = {
  databaseUrl: string;
  servers: readonly Server[];
  people: readonly { token: string; project: string }[];
  projects: readonly string[];
  /** Events that came to the followers since the last question. Throws when a socket was closed. */
  arrivals(): Promise<Arrival[]>;
};

/** A parking of two hours from now at a site. */
export function parkingAt(id: string, project: string) {
  const start = Date.now();
  return {
    id,
    car_model: "Volvo V70",
    car_color: "Blå",
    street: BENCH_STREET,
    project_id: project,
    ref_number: "MÄT001",
    discord_username: null,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 7_200_000).toISOString(),
    active: true,
  };
}
