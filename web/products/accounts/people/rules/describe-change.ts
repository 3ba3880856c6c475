/** Describes a change of a person in words. */
import type { PersonChange } from "#data/people/queries.ts";
import type { Language } from "#shared/ui/language.ts";
import { personTexts } from "../person-texts.ts";

/** What happened, in words; columns that have no word for people are left out. */
export function describeChange({ subject, action, columns, active }: PersonChange, lang: Language): string {
  const texts = personTexts[lang];
  if (subject === "people" && active !== null) return active ? texts.activated : texts.deactivated;
  if (subject === "account_links") return texts.link;
  if (subject === "logins") return texts.logins;
  if (subject === "second_factors") return action === "delete" ? texts.factorGone : texts.factor;
  if (subject === "accounts") return columns.includes("secret") ? texts.password : texts.address;
  if (action !== "update") return action === "insert" ? texts.made : texts.removed;
  const fields = [...new Set(columns.flatMap((column) => texts.fields[column] ?? []))];
  return fields.length === 0 ? texts.changed : `${texts.changed}: ${fields.join(", ")}`;
}
