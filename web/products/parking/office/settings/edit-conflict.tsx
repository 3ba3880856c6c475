import { ConflictNotice, type ConflictWays } from "#shared/ui/conflict-notice.tsx";
import { settingsTexts } from "./settings-texts.ts";

const { changed, difference, kept, keepMine, takeTheirs } = settingsTexts.conflict;

type ConflictProps = ConflictWays & { differences: readonly { label: string; was: string; now: string }[] };

/** The message that another person saved the settings during the edit. */
export function EditConflict({ differences, ...ways }: ConflictProps) {
  const worded = differences.map(({ label, was, now }) => ({ label, words: difference(was, now) }));
  return <ConflictNotice text={changed} differences={worded} {...{ kept, keepMine, takeTheirs }} {...ways} />;
}
