import type { Language } from "#shared/ui/language.ts";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { areLoginsApart } from "../profile/profile.ts";

const load = () => import("./factor-due.tsx");

/** The line of `FactorDue` where people have accounts. Its code comes after the first paint. */
export const DueLine = ({ lang }: { lang: Language }) => areLoginsApart && <Line lang={lang} />;

function Line({ lang }: { lang: Language }) {
  const code = useLazyCode(load);
  return code !== undefined && <code.FactorDue lang={lang} />;
}
