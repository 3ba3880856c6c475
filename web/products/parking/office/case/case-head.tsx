import { Link } from "react-router";
import type { ListedCase } from "#data/fines/queries.ts";
import { CaseStatusBadges } from "#parking/kernel/case/case-status.tsx";
import { paths } from "#shared/paths.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { FROM_CASES } from "./use-way-to-cases.ts";

type CaseHeadProps = {
  fine: Pick<ListedCase, "plate" | "case_number" | "status" | "needs_review">;
  project: string;
};

/** The first line of a case in a list: its plate, its number, which links to its page, and its state. */
export function CaseHead({ fine, project }: CaseHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <Plate value={fine.plate} size="small" />
      <h2 className="font-bold tabular-nums">
        <Link
          to={paths.cases(project, fine.case_number)}
          state={FROM_CASES}
          className="inline-flex min-h-11 items-center"
        >
          {fine.case_number}
        </Link>
      </h2>
      <CaseStatusBadges status={fine.status} mustBeReviewed={fine.needs_review} />
    </div>
  );
}
