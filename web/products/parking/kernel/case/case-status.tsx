import type { CaseStatus } from "#contract/cases.ts";
import { Badge, stateMark } from "#shared/ui/badge.tsx";
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

type CaseStatusProps = { status: CaseStatus; mustBeReviewed: boolean };

/** The state of a case in a word, with a mark when it must be reviewed. */
export function CaseStatusBadges({ status, mustBeReviewed }: CaseStatusProps) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={TONES[status]}>{caseStatusTexts.statuses[status]}</Badge>
      {mustBeReviewed && <Badge tone="warning">{caseStatusTexts.mustBeReviewed}</Badge>}
    </span>
  );
}

/** `CaseStatusBadges` for a row of a table: words and shapes alone, below each other in a table. */
export function CaseStatusMarks({ status, mustBeReviewed }: CaseStatusProps) {
  return (
    <span className="flex flex-wrap gap-x-3 text-sm leading-tight font-semibold @4xl:grid">
      <span className={stateMark({ tone: TONES[status], className: MARK })}>{caseStatusTexts.statuses[status]}</span>
      {mustBeReviewed && (
        <span className={stateMark({ tone: "warning", className: MARK })}>{caseStatusTexts.mustBeReviewed}</span>
      )}
    </span>
  );
}

const MARK = "inline-flex items-center gap-1.5 before:size-2.5";
