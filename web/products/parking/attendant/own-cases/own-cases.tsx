import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { CASE_LIMITS } from "#contract/cases.ts";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { type CaseEvent, type RecordedEvent, useRecordCaseEvent } from "#data/fines/mutations.ts";
import { type Fine, fineQueries } from "#data/fines/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { Session } from "#session/store.ts";
import { formatDateTime, startOfDay, toDateValue } from "#shared/format/dates.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Badge } from "#shared/ui/badge.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { RowToggle } from "#shared/ui/row-toggle.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { CaseStatusBadges } from "#parking/kernel/case/case-status.tsx";
import { PHOTOS_HASH, openedFinePath } from "../fines/opened-fine.ts";
import { OfflineReadiness, ReadinessSign } from "./readiness.tsx";
import { queueTexts } from "../queue/queue-texts.ts";
import { useWaiting, type WaitingEntry } from "../queue/use-waiting.ts";
import { readKeptPhotos } from "#parking/kernel/photos/kept-photos.ts";
import { FROM_LIST } from "../shell/use-way-back.ts";
import { useNow } from "#shared/use-now.ts";
import { ownCaseTexts } from "./own-case-texts.ts";

/** An event of a case, with the number for the question. */
type Withdrawal = CaseEvent & { caseNumber: string };

const useWithdraw = defineAction<Withdrawal, RecordedEvent>({
  mutation: useRecordCaseEvent,
  thing: ({ fineId }) => fineId,
  ask: ({ caseNumber }: Withdrawal) => ({
    title: ownCaseTexts.confirmTitle(caseNumber),
    description: ownCaseTexts.confirmText,
    confirmText: ownCaseTexts.withdraw,
    danger: true,
  }),
  done: () => ownCaseTexts.withdrawn,
  failed: (error) => (isCaseRefusal(error) ? messageOf(error) : ownCaseTexts.withdrawFailed),
});

type OwnCasesProps = { session: Session; project: ProjectId };

/** An attendant's fines of today, each with its state, folded below the check (document 4 §5). */
export function OwnCases({ session, project }: OwnCasesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [since] = useState(() => startOfDay(toDateValue(new Date()))?.toISOString() ?? "");
  const query = useQuery(fineQueries.own(project ?? null, session.userId, since));
  const rows = useWaiting(session) ?? [];
  const waiting = rows.filter(
    (row) => row.kind === "fine" && query.data?.some(({ id }) => id === row.id) !== true,
  ) as WaitingFine[];
  const count =
    query.data === undefined && waiting.length === 0 ? undefined : (query.data?.length ?? 0) + waiting.length;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="relative flex min-h-11 list-none flex-wrap items-center gap-x-3 py-1 pr-8 font-semibold">
        <span className="flex-auto">
          {ownCaseTexts.title}{" "}
          {count !== undefined && <span className="ml-1 font-normal text-ink-soft">{formatCount(count)}</span>}
        </span>
        <ReadinessSign session={session} />
        <ChevronDown
          aria-hidden="true"
          className={clsx("absolute top-3 right-0 size-5 text-ink-soft", isOpen && "rotate-180")}
        />
      </summary>
      {isOpen && (
        <>
          {waiting.length > 0 && (
            <ul aria-label={queueTexts.list} className="mb-3 border-t border-line">
              {waiting.toReversed().map((row) => (
                <WaitingCaseRow key={row.id} {...{ row, project }} />
              ))}
            </ul>
          )}
          <StateView
            query={query}
            loading={<SkeletonList rows={2} label={ownCaseTexts.loading} />}
            failed={ownCaseTexts.failed}
            empty={waiting.length === 0 && <p className="text-ink-soft">{ownCaseTexts.none}</p>}
          >
            {(cases) => (
              <ul aria-label={ownCaseTexts.list} className="border-t border-line">
                {cases.map((fine) => (
                  <OwnCaseRow key={fine.id} {...{ fine, session, project }} waiting={waitingOf(fine, rows)} />
                ))}
              </ul>
            )}
          </StateView>
          <OfflineReadiness session={session} />
        </>
      )}
    </details>
  );
}

type WaitingFine = Extract<WaitingEntry, { kind: "fine" }>;

/** The number of waiting changes and photos of a stored fine. */
function waitingOf({ id }: Fine, rows: readonly WaitingEntry[]): { changes: number; photos: number } {
  const own = rows.filter(({ needs }) => needs === id);
  const photos = own.filter(({ kind }) => kind === "photo").length;
  return { changes: own.length - photos, photos };
}

type CaseRowProps = {
  plate: string;
  number: string;
  /** The state, beside the plate. */
  state: ReactNode;
  /** The end of the row's second line: the violation, or what still waits to be sent. */
  about: string;
  isWaiting: boolean;
  /** The open row's content. */
  children: ReactNode;
};

/** A fine's row of 72 px, which a press opens to the rest and its actions. */
function CaseRow({ plate, number, state, about, isWaiting, children }: CaseRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="border-x border-b border-line bg-surface">
      <article aria-label={ownCaseTexts.number(number)}>
        <div className="relative flex min-h-[calc(4.5rem-1px)] flex-col justify-center gap-y-0.5 py-1 pr-11 pl-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="flex min-w-0">
              <Plate value={plate} size="small" />
            </span>
            {state}
          </div>
          <p
            className={clsx(
              "line-clamp-1 text-sm break-all",
              isWaiting ? "font-semibold text-warning" : "text-ink-soft",
            )}
          >
            {`${ownCaseTexts.number(number)} · ${about}`}
          </p>
          <RowToggle name={ownCaseTexts.more(number)} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        </div>
        {isOpen && <div className="grid gap-3 px-3 pt-1 pb-3">{children}</div>}
      </article>
    </li>
  );
}

/** A fine that only this phone has. */
function WaitingCaseRow({ row, project }: { row: WaitingFine; project: ProjectId }) {
  const { fine } = row.payload;
  return (
    <CaseRow
      plate={fine.plate}
      number={fine.case_number ?? ""}
      state={<Badge tone="warning">{queueTexts.list}</Badge>}
      about={fine.violation_text}
      isWaiting={false}
    >
      <p className="text-sm wrap-anywhere">
        {formatDateTime(fine.issued_at)} · {fine.violation_text}
      </p>
      <div>
        <ButtonLink size="small" to={openedFinePath(project, fine)} state={FROM_LIST}>
          {ownCaseTexts.open}
        </ButtonLink>
      </div>
    </CaseRow>
  );
}

/** The number of a fine's photos that wait on this device. */
function useUnsentPhotos(fineId: string, session: Session): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    void readKeptPhotos(session, fineId).then(({ length }) => setCount(length));
  }, [session, fineId]);
  return count;
}

const FRESH_MS = CASE_LIMITS.correctMinutes * 60_000;

type OwnCaseRowProps = OwnCasesProps & { fine: Fine; waiting: { changes: number; photos: number } };

function OwnCaseRow({ fine, session, project, waiting }: OwnCaseRowProps) {
  const now = useNow();
  const withdraw = useWithdraw();
  const [eventId] = useState(randomKey);
  const unsent = useUnsentPhotos(fine.id, session) + waiting.photos;
  const mayWithdraw = fine.status === "issued" && now - Date.parse(fine.issued_at) < FRESH_MS;

  const handleWithdraw = () =>
    withdraw.run({
      caseNumber: fine.case_number,
      fineId: fine.id,
      eventId,
      kind: "withdrawn",
      expectedEvent: fine.last_event,
      data: { ground: "felskrivet" },
    });

  const waits = [
    ...(unsent > 0 ? [ownCaseTexts.unsent(unsent)] : []),
    ...(waiting.changes > 0 ? [queueTexts.waiting(waiting.changes)] : []),
  ];

  return (
    <CaseRow
      plate={fine.plate}
      number={fine.case_number}
      state={<CaseStatusBadges status={fine.status} mustBeReviewed={false} />}
      about={waits.length > 0 ? waits.join(" · ") : fine.violation_text}
      isWaiting={waits.length > 0}
    >
      <p className="text-sm wrap-anywhere">
        {formatDateTime(fine.issued_at)} · {fine.violation_text}
      </p>
      <p className="text-sm text-ink-soft">
        {fine.delivery === null ? ownCaseTexts.noDelivery : ownCaseTexts.delivery[fine.delivery]}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="small" to={openedFinePath(project, fine)} state={FROM_LIST}>
          {ownCaseTexts.open}
        </ButtonLink>
        <ButtonLink size="small" to={openedFinePath(project, fine) + PHOTOS_HASH} state={FROM_LIST}>
          {ownCaseTexts.photos}
        </ButtonLink>
        <ButtonLink size="small" to={paths.driverCase(fine.public_key)}>
          {ownCaseTexts.show}
        </ButtonLink>
        {mayWithdraw && (
          <Button size="small" pending={withdraw.isPending()} onClick={() => void handleWithdraw()}>
            {ownCaseTexts.withdraw}
          </Button>
        )}
      </div>
    </CaseRow>
  );
}
