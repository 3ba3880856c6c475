import { useNow } from "#shared/use-now.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { ageInWords, ageTone } from "./rules/age-in-words.ts";

/** The age of a waiting objection; a warning after 14 days, a danger after 30. */
export function ObjectionAge({ receivedAt }: { receivedAt: string }) {
  const now = useNow();
  return <Badge tone={ageTone(receivedAt, now)}>{ageInWords(receivedAt, now)}</Badge>;
}
