import { expect, test } from "vitest";
import type { NotedServer, SystemState } from "#data/system_state/queries.ts";
import { faultsNow, healthOf, isOngoing, jobLines } from "./system-rules.ts";

const NOW = "2026-11-26T10:00:00Z";
const server = (over: Partial<NotedServer> = {}): NotedServer => ({
  name: "a",
  at: "2026-11-26T09:59:55Z",
  started_at: "2026-11-25T08:00:00Z",
  version: "1",
  node: "v20.20.0",
  status: "ready",
  ...over,
});
const state = (over: Partial<SystemState> = {}): SystemState => ({
  now: NOW,
  database: "18.4",
  jobs: {},
  next_night: "2026-11-27T01:00:00Z",
  erases_from: null,
  swept_at: null,
  messages: { sent_at: null, waiting: 0, failed: 0, oldest: null, next: null },
  backup: null,
  servers: [],
  alarms: [],
  ...over,
});
const lineOf = (name: string, over: Partial<SystemState>) => jobLines(state(over)).find((line) => line.name === name);

test("a server that was silent for a minute is gone, whatever it said last", () => {
  expect(healthOf(server(), NOW)).toBe("ready");
  expect(healthOf(server({ status: "degraded" }), NOW)).toBe("degraded");
  expect(healthOf(server({ at: "2026-11-26T09:58:00Z" }), NOW)).toBe("gone");
});

test("each fault is named once in words, and not by servers that are gone", () => {
  const degraded = { writes: "The database takes no writes." };
  const servers = [
    server({ status: "degraded", degraded }),
    server({ status: "failed", failed: { photos: "…" }, degraded }),
    server({ at: "2026-11-26T08:00:00Z", degraded: { database: "…" } }),
  ];
  expect(faultsNow(state({ servers }))).toEqual(["Databasen tar inte emot ändringar", "Foton kan inte sparas"]);
});

test("an alarm is a fault while its server is heard and has noted no end", () => {
  const alarm = { part: "messages", server: "a", at: NOW, until: null };
  const ended = { ...alarm, part: "bounds", until: NOW };
  const orphan = { ...alarm, part: "photos", server: "crashed" };
  const alarmed = state({ servers: [server()], alarms: [alarm, ended, orphan] });
  expect([alarm, ended, orphan].map((one) => isOngoing(alarmed, one))).toEqual([true, false, false]);
  expect(faultsNow(alarmed)).toEqual(["Meddelanden kan inte skickas"]);
});

test("each job has its last run, result and next time", () => {
  expect(jobLines(state()).map(({ name, last, result }) => [name, last, result])).toEqual([
    ["Gallring", null, "Har inte körts ännu"],
    ["Dagliga summor", null, "Har inte körts ännu"],
    ["Meddelanden", null, "Inget väntar"],
    ["Säkerhetskopior", null, "Har inte körts ännu"],
    ["Städning av foton", null, "Har inte körts ännu"],
    ["Gamla meddelanden tas bort", null, "Har inte körts ännu"],
  ]);
  const run = { at: "2026-11-26T01:00:05Z", took_ms: 40, result: { parkings: 3, checks: 0, photos: 2 } };
  expect(lineOf("Gallring", { jobs: { erasure: run } })).toEqual({
    name: "Gallring",
    last: run.at,
    result: "3 parkeringar, 2 foton",
    next: { at: "2026-11-27T01:00:00Z" },
    isBad: false,
  });
  expect(lineOf("Dagliga summor", { jobs: { sums: { ...run, result: { sites: 0 } } } })?.result).toBe("Inget att göra");
  expect(lineOf("Städning av foton", { swept_at: "2026-11-26T09:30:00Z" })?.next).toEqual({
    at: "2026-11-26T10:30:00.000Z",
  });
});

test("a failure, a message that was given up and a late job are shown as bad", () => {
  const failed = { at: NOW, took_ms: 1, error: "disk full" };
  expect(lineOf("Gallring", { jobs: { erasure: failed } })).toMatchObject({
    result: "Misslyckades: disk full",
    isBad: true,
  });
  const messages = { sent_at: NOW, waiting: 2, failed: 1, oldest: NOW, next: NOW };
  expect(lineOf("Meddelanden", { messages })).toMatchObject({ result: "2 väntar, 1 kunde inte skickas", isBad: true });
  expect(lineOf("Säkerhetskopior", { backup: { at: "2026-11-24T10:00:00Z", bytes: 2_500_000 } })).toMatchObject({
    result: "2,5 MB. Säkerhetskopian är äldre än ett dygn",
    isBad: true,
  });
});
