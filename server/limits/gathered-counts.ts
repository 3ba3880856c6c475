// Counts many things in one statement: while a statement is under way the next counts gather, so that a crowd costs the database few
// statements.
import type { Pipeline } from "#server/database/driver/pipeline.ts";

/** A count, as rate-limiter-flexible asks for it; times are milliseconds since 1970. */
export type Count = { key: string; points: number; expire: number; now: number };
/** Values in the table after a count. */
export type Counted = { points: number; expire: number };

type Waiting = Count & { resolve: (counted: Counted) => void; reject: (error: unknown) => void };

// Statement that counts in the order of the keys, so that two processes never wait for each other.
const COUNT = {
  name: "count",
  text: `
    insert into private.rate_limits as r (key, points, expire)
    select key, points, expire from unnest($1::text[], $2::int[], $3::bigint[]) as t (key, points, expire) order by key
    on conflict (key) do update set
      points = case when r.expire <= $4::bigint then excluded.points else r.points + excluded.points end,
      expire = case when r.expire <= $4::bigint then excluded.expire else r.expire end
    returning key, points, expire`,
};

export class GatheredCounts {
  readonly #pipeline: Pick<Pipeline, "run">;
  #waiting: Waiting[] = [];
  #isCounting = false;

  constructor(pipeline: Pick<Pipeline, "run">) {
    this.#pipeline = pipeline;
  }

  /** Counts, and gives the values after the count. Rejects with the error of its statement. */
  count(count: Count): Promise<Counted> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...count, resolve, reject });
      if (this.#isCounting) return;
      this.#isCounting = true;
      // All counts of one turn of the event loop go together.
      setImmediate(() => void this.#countAll());
    });
  }

  async #countAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const counts = this.#waiting.splice(0);
      try {
        answer(counts, await this.#ask(byKey(counts)));
      } catch (error) {
        for (const { reject } of counts) reject(error);
      }
    }
    this.#isCounting = false;
  }

  async #ask(keys: ReadonlyMap<string, readonly Waiting[]>): Promise<Map<string, Counted>> {
    const groups = [...keys.entries()];
    const values = [
      arrayOf(groups.map(([key]) => JSON.stringify(key))),
      arrayOf(groups.map(([, counts]) => counts.reduce((sum, { points }) => sum + points, 0))),
      arrayOf(groups.map(([, counts]) => Math.max(...counts.map(({ expire }) => expire)))),
      Math.max(...groups.flatMap(([, counts]) => counts.map(({ now }) => now))),
    ];
    const [found] = await this.#pipeline.run([{ ...COUNT, values }]);
    return new Map(
      (found?.rows ?? []).map(([key, points, expire]) => [
        key ?? "",
        { points: Number(points), expire: Number(expire) },
      ]),
    );
  }
}

/** Gives each caller the value as it was after the caller's own count: later counts of the same key are no part of it. */
function answer(counts: readonly Waiting[], found: ReadonlyMap<string, Counted>): void {
  for (const group of byKey(counts).values()) {
    const total = found.get(group[0]?.key ?? "");
    let later = group.reduce((sum, { points }) => sum + points, 0);
    for (const { points, resolve, reject } of group) {
      later -= points;
      if (total === undefined) reject(new Error("The database has not counted."));
      else resolve({ ...total, points: total.points - later });
    }
  }
}

function byKey(counts: readonly Waiting[]): Map<string, Waiting[]> {
  const groups = new Map<string, Waiting[]>();
  for (const count of counts) {
    const group = groups.get(count.key);
    if (group === undefined) groups.set(count.key, [count]);
    else group.push(count);
  }
  return groups;
}

const arrayOf = (items: readonly (string | number)[]) => `{${items.join()}}`;
