// Judges whether acknowledged writes survive the loss of the primary. Each case changes one fact that takes this promise away.
// tests/faults/cluster asks a real cluster.
import { expect, test } from "vitest";
import { judgeFailOver, type Kept, type Patroni } from "./fail-over.ts";

const KEPT: Kept = {
  address: "10.0.0.1",
  fsync: true,
  full_page_writes: true,
  synchronous_commit: "on",
  synchronous_standby_names: "db-2",
  standbys: 2,
  winds_back: true,
};
const PATRONI: Patroni = { version: "4.0.7", settings: { synchronous_mode: true, synchronous_mode_strict: true } };

const problemsOf = (kept: Kept, patroni: Patroni | null) =>
  judgeFailOver(kept, patroni).flatMap(({ problem }) => problem ?? []);

test.each<[string, Partial<Patroni["settings"]>]>([
  ["strict synchronous mode", {}],
  ["strict mode of a quorum", { synchronous_mode: "quorum" }],
  ["settings that are texts", { synchronous_mode: "on", synchronous_mode_strict: "True" }],
])("%s keeps acknowledged writes", (_name, settings) => {
  expect(problemsOf(KEPT, { ...PATRONI, settings: { ...PATRONI.settings, ...settings } })).toEqual([]);
});

// Spec rules §12: A check calls no
test.each<[string, Partial<Kept>]>([
  ["A power cut loses", { fsync: false }],
  ["A power cut loses", { full_page_writes: false }],
  ["2 standbys follow, none is waited for", { synchronous_standby_names: "" }],
  ["synchronous_commit is remote_write", { synchronous_commit: "remote_write" }],
  ["synchronous_commit is local", { synchronous_commit: "local" }],
  ["No standby follows", { standbys: 0 }],
  ["wal_log_hints", { winds_back: false }],
])("%s: the database says %j", (told, facts) => {
  expect(problemsOf({ ...KEPT, ...facts }, PATRONI)).toEqual([expect.stringContaining(told)]);
});

test("a commit that waits for no disk is told twice: of this machine and of the standby", () => {
  expect(problemsOf({ ...KEPT, synchronous_commit: "off" }, PATRONI)).toHaveLength(2);
});

test.each<[string, Patroni | null]>([
  ["No Patroni answers", null],
  ["-s synchronous_mode=true -s synchronous_mode_strict=true", { ...PATRONI, settings: {} }],
  ["edit-config -s synchronous_mode_strict=true", { ...PATRONI, settings: { synchronous_mode: true } }],
])("%s: Patroni says %j", (told, patroni) => {
  expect(problemsOf(KEPT, patroni)).toEqual([expect.stringContaining(told)]);
});

test.each(["3.0.2", "3.3.2", "2.1", "", "unknown"])(
  "Patroni %s is refused by its name, not advised against",
  (version) => {
    const [wrong] = judgeFailOver(KEPT, { ...PATRONI, version }).filter(({ problem }) => problem !== null);
    expect(wrong?.problem).toContain(`Patroni ${version} is refused`);
    expect(wrong?.isAdvice).toBeUndefined();
  },
);

test.each(["4.0.0", "4.1.0", "10.2.1"])("Patroni %s is taken", (version) => {
  expect(problemsOf(KEPT, { ...PATRONI, version })).toEqual([]);
});
