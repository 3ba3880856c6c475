import type { SessionKind } from "#contract/states.ts";
import { demandQueries } from "#data/second_factor_demands/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import type { Language } from "#shared/ui/language.ts";
import { languageOf } from "../account/screen-language.ts";

const DUE: Record<Language, (moment: string) => string> = {
  sv: (moment) => `Från ${moment} måste du logga in med en engångskod. Ställ in den på sidan Mitt konto innan dess.`,
  en: (moment) => `From ${moment} you must log in with a one-time code. Set it up on the page My account before then.`,
};

/** A line with the date from which the person must log in with a second factor; nothing when there is none to come. */
export function FactorDue({ kind }: { kind?: SessionKind }) {
  // The screens of e-mail accounts are English.
  const lang = kind === undefined ? "en" : languageOf(kind);
  const { data: due } = useQuery(demandQueries.due());
  if (due === undefined || due === null) return null;
  return (
    <output lang={lang} className="block bg-warning-soft px-4 py-2 text-center font-semibold wrap-anywhere">
      {DUE[lang](formatDateTime(due))}
    </output>
  );
}
