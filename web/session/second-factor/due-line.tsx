import { useEffect } from "react";
import type { SessionKind } from "#contract/states.ts";
import { demandQueries } from "#data/second_factor_demands/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { dropEntry, keepEntry, readEntry } from "#shared/device-entry.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import type { Language } from "#shared/ui/language.ts";
import { languageOf } from "../account/screen-language.ts";
import { areLoginsApart } from "../profile/profile.ts";

const DUE: Record<Language, (moment: string) => string> = {
  sv: (moment) => `Från ${moment} måste du logga in med en engångskod. Ställ in den på sidan Mitt konto innan dess.`,
  en: (moment) => `From ${moment} you must log in with a one-time code. Set it up on the page My account before then.`,
};

type Props = { kind?: SessionKind };

/** A line with the date from which the person must log in with a second factor, where people have accounts; nothing when there is none to come. */
export const DueLine = (props: Props) => areLoginsApart && <Line {...props} />;

function Line({ kind }: Props) {
  // The screens of e-mail accounts are English.
  const lang = kind === undefined ? "en" : languageOf(kind);
  const { data: answer } = useQuery(demandQueries.due());
  // The device remembers the date: a line that came with the answer would push the whole page down, each time for a week.
  const key = `parkering.factor-due.${kind ?? "account"}`;
  useEffect(() => {
    if (answer === null) dropEntry(key);
    else if (answer !== undefined) keepEntry(key, answer);
  }, [key, answer]);
  const due = answer === undefined ? readEntry(key) : answer;
  // A damaged entry is no date.
  if (typeof due !== "string" || Number.isNaN(Date.parse(due))) return null;
  return (
    <output lang={lang} className="block bg-warning-soft px-4 py-2 text-center font-semibold wrap-anywhere">
      {DUE[lang](formatDateTime(due))}
    </output>
  );
}
