import { useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import { rowsOf } from "#data/keyset-pages.ts";
import { fineQueries } from "#data/fines/queries.ts";
import { similarFines, type SimilarFine } from "#data/fines/similar.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { WithdrawDialog } from "../actions/case-dialogs.tsx";
import { RefundDialog } from "../actions/money-dialogs.tsx";
import { WORDS } from "../../case/use-case-event.ts";
import { CaseHead } from "../../case/case-head.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { allowedActions } from "../../case/allowed-actions.ts";

const texts = caseTexts.similar;

/** The address of the list beside the lists of cases: `?list=similar`. */
export const SIMILAR_LIST = "similar";

const ROW_HEIGHT = 120;

const keyOf = (fine: SimilarFine) => fine.id;

/** The list `Bot med liknande parkering`: fines to check, because their car may have a parking under another spelling of its plate. */
export function SimilarFines({ project, session }: { project: string; session: Session }) {
  const query = useInfiniteQuery({ ...similarFines(project), select: rowsOf });
  return (
    <Page
      title={texts.title}
      description={texts.description}
      width="full"
      back={{ label: texts.back, to: paths.cases(project) }}
    >
      <PagedList
        query={query}
        getKey={keyOf}
        renderItem={(fine) => <SimilarFineRow fine={fine} project={project} session={session} />}
        label={texts.title}
        failed={texts.failed}
        none={texts.none}
        estimateHeight={ROW_HEIGHT}
        gap={8}
      />
    </Page>
  );
}

type RowProps = { fine: SimilarFine; project: string; session: Session };

function SimilarFineRow({ fine, project, session }: RowProps) {
  return (
    <article
      aria-label={fine.case_number}
      className="grid gap-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <CaseHead fine={fine} project={project} />
      <Facts>
        <Fact name={texts.issued}>
          <time dateTime={fine.issued_at}>{formatDateTime(fine.issued_at)}</time>
        </Fact>
        <Fact name={fine.left_ore < 0 ? caseTexts.list.tooMuch : texts.left}>{formatOre(Math.abs(fine.left_ore))}</Fact>
        <Fact name={texts.parkings} wide>
          {fine.similar.map(parkingText).join("\n")}
        </Fact>
      </Facts>
      <RowActions fine={fine} project={project} session={session} />
    </article>
  );
}

/** The dialogs that correct such a fine. */
const DIALOGS = { refunded: RefundDialog, withdrawn: WithdrawDialog };
const RIGHTING = ["refunded", "withdrawn"] as const;

/** Withdraws the fine and pays back money, where the case allows it. The whole case is fetched when it is needed. */
function RowActions({ fine, project, session }: RowProps) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const whole = useQuery({ ...fineQueries.byNumber(project, fine.case_number), enabled: open !== undefined });
  const allowed = allowedActions({ ...fine, events: [], payments: [], erased_at: null });
  const OpenDialog = open === undefined ? undefined : DIALOGS[open];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {RIGHTING.filter((kind) => allowed.includes(kind)).map((kind) => (
        <Button key={kind} size="small" pending={open === kind && whole.isFetching} onClick={() => setOpen(kind)}>
          {WORDS[kind].button}
        </Button>
      ))}
      {open !== undefined && whole.isError && <p role="alert">{caseTexts.page.loadFailed}</p>}
      {OpenDialog !== undefined && whole.data && (
        <OpenDialog fine={whole.data} session={session} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

const parkingText = ({ plate, since, until, car_model, car_color, street }: SimilarFine["similar"][number]) =>
  texts.parking(
    readablePlate(plate),
    since === null ? "" : formatDateTime(since),
    until === null ? "" : formatDateTime(until),
    [car_model, car_color, street].filter((part) => part.trim() !== "").join(", "),
  );
