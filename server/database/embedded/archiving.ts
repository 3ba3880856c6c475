// Settings with which PostgreSQL keeps each segment of its log until the server has stored it in the archive, and fetches segments back.
//
// PostgreSQL's account may not reach the archive or its keys, so its commands only wait for files that the server makes in the data folder:
// `kept-wal/<segment>` once a segment is stored, `fetched-wal/<segment>` for one that is asked for by `wanted-wal/<segment>`.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const KEPT = "kept-wal";
export const WANTED = "wanted-wal";
export const FETCHED = "fetched-wal";

/** Longest time in seconds that a change waits for its segment to be full before the segment goes to the archive as it is. */
const ARCHIVE_TIMEOUT = "30";

/** Waits 2 s, then fails: PostgreSQL asks again, and keeps the segment until then. A shutdown waits for three such attempts. */
const KEEP = `n=0; until test -e ${KEPT}/%f; do n=$((n+1)); test $n -gt 40 && exit 1; sleep 0.05; done`;

/** Fails where the archive has no such segment, which ends the recovery. */
const FETCH =
  `touch ${WANTED}/%f; until test -e ${FETCHED}/%f || test -e ${FETCHED}/%f.none; do sleep 0.02; done; ` +
  `test -e ${FETCHED}/%f && mv ${FETCHED}/%f %p`;

/**
 * Path of the note that the data folder's log is archived. With the note, a start of the database without the server loses no segment
 * either. The note holds the last erased row that the archive has.
 */
export const archiveNote = (dataDir: string): string => join(dataDir, "archived");

/** Settings of PostgreSQL for a data folder whose log is archived; none for another. */
export const archivingOf = (dataDir: string): Record<string, string> =>
  existsSync(archiveNote(dataDir))
    ? { archive_mode: "on", archive_timeout: ARCHIVE_TIMEOUT, archive_command: KEEP }
    : {};

/** Notes whether the log of a data folder is archived from its next start on. */
export function setArchiving(dataDir: string, isOn: boolean): void {
  if (!isOn) rmSync(archiveNote(dataDir), { force: true });
  else writeFileSync(archiveNote(dataDir), "", { flag: "a" });
}

/** PostgreSQL reads no `T` and no `Z` in this setting. */
const asSetting = (moment: number) => new Date(moment).toISOString().replace("T", " ").replace("Z", "+00");

/** Settings for a recovery to a moment (milliseconds since 1970), or to the archive's end with null. */
export const recoveryTo = (moment: number | null): Record<string, string> => ({
  hot_standby: "off",
  // Nobody stores segments meanwhile: the next server does, and the stop does not wait for it.
  archive_command: "false",
  restore_command: FETCH,
  recovery_target_action: "promote",
  ...(moment === null ? {} : { recovery_target_time: asSetting(moment) }),
});
