/** The meaning of the noted system state: pure functions, with the database's time. */
import type { JobRun, NotedAlarm, NotedServer, SystemState } from "#data/system_state/queries.ts";
import { formatLongDate } from "#shared/format/dates.ts";
import { systemTexts } from "./system-texts.ts";

const texts = systemTexts.jobs;
/** A server that is silent for this time is gone; servers note themselves every ten seconds. */
const GONE_AFTER_MS = 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Health = "ready" | "degraded" | "failed" | "gone";

/** The health of a server; `now` is the database's time. */
export const healthOf = ({ at, status }: NotedServer, now: string): Health =>
  Date.parse(now) - Date.parse(at) > GONE_AFTER_MS ? "gone" : status;

const heardOf = ({ servers, now }: SystemState) => servers.filter((server) => healthOf(server, now) !== "gone");

/** Whether an alarm goes on. A server that is gone cannot note the end of its alarms. */
export const isOngoing = (state: SystemState, { server, until }: NotedAlarm): boolean =>
  until === null && heardOf(state).some(({ name }) => name === server);

/** The current faults, each once, in words: the failed parts of servers, and alarms that belong to no part. */
export function faultsNow(state: SystemState): string[] {
  const missed = heardOf(state).flatMap(({ failed = {}, degraded = {} }) => Object.keys({ ...failed, ...degraded }));
  const alarms = state.alarms.filter((alarm) => isOngoing(state, alarm)).map(({ part }) => part);
  return [...new Set([...missed, ...alarms])].map(systemTexts.part);
}

/** A line about a job; moments are ISO times, `next` may be words. */
export type JobLine = {
  name: string;
  last: string | null;
  result: string;
  next: { at: string } | { words: string };
  isBad: boolean;
};

/** The lines of all jobs, in their order. */
export function jobLines(state: SystemState): JobLine[] {
  const { jobs, now, next_night: night, erases_from: from } = state;
  const isCounting = from !== null && Date.parse(from) > Date.parse(now);
  const erasure = { name: texts.erasure, ...runOf(jobs.erasure), next: { at: night } };
  if (isCounting && jobs.erasure?.error === undefined) erasure.result = texts.countedOnly(formatLongDate(from));
  const swept = jobs.photos?.at ?? state.swept_at;
  const nextSweep = swept === null ? null : new Date(Date.parse(swept) + HOUR_MS).toISOString();
  return [
    erasure,
    { name: texts.sums, ...runOf(jobs.sums), next: { at: night } },
    outboxLine(state),
    backupLine(state),
    {
      name: texts.photos,
      ...runOf(jobs.photos),
      last: swept,
      next: nextSweep === null ? { words: texts.withinAnHour } : { at: nextSweep },
    },
    { name: texts.expiry, ...runOf(jobs.expiry), next: { words: texts.withinAnHour } },
  ];
}

function runOf(run: JobRun | undefined): Pick<JobLine, "last" | "result" | "isBad"> {
  if (run === undefined) return { last: null, result: texts.notYet, isBad: false };
  if (run.error !== undefined) return { last: run.at, result: texts.failed(run.error), isBad: true };
  const counts = texts.counts(run.result ?? {});
  const isCounted = Object.keys(run.result ?? {}).length > 0;
  return { last: run.at, result: counts === "" ? (isCounted ? texts.nothing : texts.done) : counts, isBad: false };
}

function outboxLine({ messages }: SystemState): JobLine {
  const { sent_at: last, waiting, failed, next } = messages;
  const result = failed === 0 ? texts.waiting(waiting) : `${texts.waiting(waiting)}, ${texts.givenUp(failed)}`;
  return {
    name: texts.outbox,
    last,
    result,
    next: next === null ? { words: texts.asTheyCome } : { at: next },
    isBad: failed > 0,
  };
}

function backupLine({ backup, now }: SystemState): JobLine {
  const isLate = backup !== null && Date.parse(now) - Date.parse(backup.at) > DAY_MS + HOUR_MS;
  const size = backup === null ? texts.notYet : texts.size(backup.bytes);
  return {
    name: texts.backup,
    last: backup?.at ?? null,
    result: isLate ? `${size}. ${texts.late}` : size,
    next: { words: texts.byTimer },
    isBad: isLate,
  };
}
