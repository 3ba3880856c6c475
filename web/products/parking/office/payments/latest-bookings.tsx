import { clsx } from "clsx";
import { Link } from "react-router";
import { type Booking, paymentQueries } from "#data/payments/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Cell } from "#parking/kernel/page/facts.tsx";
import { caseTexts } from "../case/case-texts.ts";
import { FROM_CASES } from "../case/use-way-to-cases.ts";
import { paymentTexts } from "./payment-texts.ts";
import { TableHead } from "../shell/table-head.tsx";

const texts = paymentTexts.latest;

/** The columns of the table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS = "gap-x-3 px-3 @2xl:grid-cols-[9rem_7.25rem_5.5rem_7rem_minmax(0,1fr)_minmax(0,1fr)]";

/** A line of a narrow row. In a table its parts are cells. */
const LINE = "flex flex-wrap items-center gap-x-3 @2xl:contents";

/** The latest bookings, newest first, each a row that opens its case: of 44 px where the list is a table. */
export function LatestBookings({ project }: { project: string }) {
  const query = useQuery(paymentQueries.latest(project));
  return (
    <section aria-labelledby="latest-bookings" className="comes-after @container mt-8">
      <h2 id="latest-bookings" className="mb-3 text-xl font-bold">
        {texts.label}
      </h2>
      <StateView
        query={query}
        loading={<SkeletonList rows={3} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={<p className="text-ink-soft">{texts.none}</p>}
      >
        {(bookings) => (
          <>
            <TableHead aria-hidden="true" className={clsx("@2xl:grid", COLUMNS)}>
              <span>{texts.day}</span>
              <span className="col-span-2">{texts.case}</span>
              <span className="text-right">{texts.amount}</span>
              <span>{texts.method}</span>
              <span>{texts.by}</span>
            </TableHead>
            <ul aria-label={texts.label} className="border-t border-line @2xl:border-0">
              {bookings.map((booking) => (
                <BookingRow key={booking.id} booking={booking} project={project} />
              ))}
            </ul>
          </>
        )}
      </StateView>
    </section>
  );
}

function BookingRow({ booking, project }: { booking: Booking; project: string }) {
  const { fine, amount_ore: ore } = booking;
  return (
    <li
      className={clsx(
        "relative flex min-h-18 flex-col justify-center gap-y-0.5 border-x border-b border-line bg-surface focus-within:bg-sunken hover:bg-sunken @2xl:grid @2xl:min-h-11 @2xl:items-center",
        COLUMNS,
      )}
    >
      <div className={LINE}>
        {fine !== undefined && (
          <>
            <span className="@2xl:col-start-2">
              <Plate value={fine.plate} size="small" />
            </span>
            {/* The link covers its row. */}
            <Link
              to={paths.cases(project, fine.case_number)}
              state={FROM_CASES}
              className="inline-flex min-h-10 items-center font-bold tabular-nums after:absolute after:inset-0"
            >
              {fine.case_number}
            </Link>
          </>
        )}
        <dl className="ml-auto text-right @2xl:col-start-4 @2xl:row-start-1 @2xl:ml-0">
          <Cell name={texts.amount} className="font-bold whitespace-nowrap tabular-nums">
            {formatOre(ore)}
          </Cell>
        </dl>
      </div>
      <dl className={clsx(LINE, "text-sm leading-tight")}>
        <Cell name={texts.day} className="whitespace-nowrap tabular-nums @2xl:col-start-1 @2xl:row-start-1">
          <time dateTime={booking.created_at}>{formatDateTime(booking.created_at)}</time>
        </Cell>
        <Cell name={texts.method} className="@2xl:col-start-5 @2xl:row-start-1" isCut>
          {wayOf(booking)}
        </Cell>
        <Cell name={texts.by} className="@2xl:col-start-6 @2xl:row-start-1" isCut>
          {booking.by_id}
        </Cell>
      </dl>
    </li>
  );
}

/** How the money came, in words. */
function wayOf({ method, file_id: file }: Booking): string {
  const words = caseTexts.methods[method] ?? (method || "–");
  return file === null ? words : texts.ofFile(words);
}
