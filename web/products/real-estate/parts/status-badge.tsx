import type { PropertyStatus } from "#data/properties/queries.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { texts } from "../texts.ts";

const TONES = { available: "success", pending: "warning", sold: "brand", off_market: "neutral" } as const;

/** The status of a property in words. */
export function StatusBadge({ status }: { status: string }) {
  const known = status as PropertyStatus;
  return <Badge tone={TONES[known]}>{texts.statuses[known]}</Badge>;
}
