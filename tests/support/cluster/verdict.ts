// Judges a run against a cluster that is broken meanwhile: compares the answers that people got with the rows that exist afterwards.

/** A call of a writer: one try to store the row `id`. Times are those of `performance.now()`. */
export type Call = { id: string; server: string; from: number; to: number; status: number; isGood: boolean };

/** A writer's look for a row whose storing was acknowledged. */
export type Look = { id: string; status: number; isThere: boolean };

/** A screen that follows the table: the rows that it knows by fetches and events, and when each event came. */
export type Follower = { name: string; server: string; known: ReadonlySet<string>; eventsAt: readonly number[] };

export type History = {
  calls: readonly Call[];
  looks: readonly Look[];
  followers: readonly Follower[];
  /** The rows that exist once the cluster is whole, with the number of times that the trail says each was added. */
  rows: ReadonlyMap<string, number>;
};

/** Whether a call was refused for good. 503 and 504 are not: the row may be stored, and the caller tries again. */
const isRefused = ({ status }: Call) => status >= 400 && status < 500 && status !== 409;
const isAcknowledged = ({ status }: Call) => status === 201;

/** Allowed statuses for a good row: 201 stored, 409 stored by an earlier try, 503 not now, 504 unknown. */
const OF_GOOD = new Set([201, 409, 503, 504]);
/** Statuses for a row that the rules forbid. */
const OF_BAD = new Set([400, 503, 504]);
const OF_LOOKS = new Set([200, 503, 504]);

/** Every broken promise as one sentence; an empty list when all promises were kept. */
export function judge({ calls, looks, followers, rows }: History): string[] {
  const byId = groupById(calls);
  const wrong: string[] = [];
  for (const [id, tries] of byId) {
    const added = rows.get(id) ?? 0;
    if (tries.some(isAcknowledged) && added === 0) wrong.push(`${id} was acknowledged and is lost`);
    if (added > 1) wrong.push(`${id} was added ${added} times`);
    if (tries.every(isRefused) && added > 0) wrong.push(`${id} was refused and is there`);
    // A first try that meets its row already stored is a fault; a later try may meet the row of an earlier try whose answer was lost.
    const [first] = tries;
    if (first?.status === 409) wrong.push(`${id} was there before anybody sent it`);
    if (tries.some(({ status }) => status === 409) && added === 0) wrong.push(`${id} was told to be there and is lost`);
    for (const { status, isGood } of tries)
      if (!(isGood ? OF_GOOD : OF_BAD).has(status)) wrong.push(`${id} was answered ${status}`);
  }
  for (const id of rows.keys()) if (!byId.has(id)) wrong.push(`${id} is there and nobody sent it`);
  for (const { name, known } of followers) {
    for (const id of rows.keys()) if (!known.has(id)) wrong.push(`${name} was never told of ${id}`);
    for (const id of known) if (!rows.has(id)) wrong.push(`${name} shows ${id}, which is not there`);
  }
  for (const { id, status, isThere } of looks) {
    if (!OF_LOOKS.has(status)) wrong.push(`a look for ${id} was answered ${status}`);
    if (status === 200 && !isThere) wrong.push(`${id} was acknowledged and not found afterwards`);
  }
  return wrong;
}

/** Times of a run in milliseconds; of several servers the worst one counts. */
export type Times = {
  /** The longest time in which a server acknowledged nothing. */
  silence: number;
  /** The longest single call. */
  call: number;
  /** Time from the first acknowledgement after the silence to the first live event after it. */
  live: number;
};

/** The times since `since`, of the worst server. Throws when a server acknowledged nothing. */
export function timesOf({ calls, followers }: Pick<History, "calls" | "followers">, since: number): Times {
  const servers = [...new Set(calls.map(({ server }) => server))];
  const each = servers.map((server) => {
    const mine = calls.filter((call) => call.server === server && call.to >= since);
    const good = mine.filter(isAcknowledged).map(({ to }) => to);
    const ends = good.toSorted((a, b) => a - b);
    if (ends.length === 0) throw new Error(`${server} acknowledged nothing more.`);
    const gaps = ends.map((to, at) => ({ ms: to - (ends[at - 1] ?? since), to }));
    const worst = gaps.reduce((most, gap) => (gap.ms > most.ms ? gap : most));
    const lives = followers.flatMap((follower) => {
      if (follower.server !== server) return [];
      const next = follower.eventsAt.find((at) => at >= worst.to);
      return [next === undefined ? Number.POSITIVE_INFINITY : next - worst.to];
    });
    return { silence: worst.ms, call: Math.max(...mine.map(({ from, to }) => to - from)), live: Math.max(0, ...lives) };
  });
  const worst = (name: keyof Times) => Math.max(...each.map((times) => times[name]));
  return { silence: worst("silence"), call: worst("call"), live: worst("live") };
}

/** The tries for each row, in their order. */
function groupById(calls: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) groups.set(call.id, [...(groups.get(call.id) ?? []), call]);
  return groups;
}
