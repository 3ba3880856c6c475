import type { CaseStatus } from "#contract/cases.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { caseStatusTexts } from "./case-status-texts.ts";

const TONES = {
  issued: "brand",
  reminded: "warning",
  disputed: "warning",
  paid: "success",
  withdrawn: "neutral",
  written_off: "neutral",
  collection: "danger",
} as const satisfies Record<CaseStatus, string>;

/** The state of a case in a word, with a mark when it must be reviewed. */
export function CaseStatusBadges({ status, mustBeReviewed }: { status: CaseStatus; mustBeReviewed: boolean }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={TONES[status]}>{caseStatusTexts.statuses[status]}</Badge>
      {mustBeReviewed && <Badge tone="warning">{caseStatusTexts.mustBeReviewed}</Badge>}
    </span>
  );
}
