import { clsx } from "clsx";
import { Link } from "react-router";
import { COMPANY_CODE } from "#contract/projects.ts";
import { fineQueries } from "#data/fines/queries.ts";
import { paymentQueries, type PaymentSums } from "#data/payments/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatCount, formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { paymentTexts } from "./payment-texts.ts";

const texts = paymentTexts.sums;

/** The sums of a site's payments: by files and by hand, and the part without a case. */
export function PaymentSumsCard({ project }: { project: string }) {
  const query = useQuery(paymentQueries.sums(project));
  return (
    <div className="mb-6">
      <Section title={project === COMPANY_CODE ? texts.ofCompany : texts.title}>
        <StateView
          query={query}
          loading={<Sums project={project} sums={undefined} />}
          failed={texts.loadFailed}
          empty={null}
        >
          {(sums) => <Sums project={project} sums={sums} />}
        </StateView>
      </Section>
    </div>
  );
}

/** The sums. The card is equally tall while they load, so that nothing below moves. */
function Sums({ project, sums }: { project: string; sums: PaymentSums | undefined }) {
  const ore = (column: keyof PaymentSums) => (sums === undefined ? "…" : formatOre(sums[column]));
  return (
    <div aria-busy={sums === undefined}>
      <OwedBack project={project} />
      <Facts inOneRow>
        <Fact name={texts.files}>{ore("files_ore")}</Fact>
        <Fact name={texts.hand}>{ore("hand_ore")}</Fact>
        {sums !== undefined && sums.ended_ore !== 0 && <Fact name={texts.ended}>{ore("ended_ore")}</Fact>}
        <Fact name={texts.all}>{ore("all_ore")}</Fact>
        <Fact name={texts.unknown}>{ore("unknown_ore")}</Fact>
      </Facts>
    </div>
  );
}

/** The money that the site owes drivers, and the way to their cases. */
function OwedBack({ project }: { project: string }) {
  const { data } = useQuery(fineQueries.counts(project));
  const owes = data !== undefined && data.refund > 0;
  return (
    <p
      className={clsx(
        "mb-4 flex min-h-14 flex-wrap items-center gap-x-3 rounded-control border-l-4 px-4 py-1",
        owes ? "border-warning bg-warning-soft" : "border-line-strong bg-sunken",
      )}
    >
      <span className="font-semibold">{texts.refunds}</span>{" "}
      <strong className="text-xl tabular-nums">{data === undefined ? "…" : formatOre(data.refund_ore)}</strong>{" "}
      {owes && <span>{texts.inCases(data.refund, formatCount(data.refund))}</span>}
      <Link
        to={paths.casesIn(project, "refund")}
        className="ml-auto inline-flex min-h-11 items-center font-semibold underline"
      >
        {texts.toRefunds}
      </Link>
    </p>
  );
}
