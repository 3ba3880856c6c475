import { Link } from "react-router";
import { fineQueries } from "#data/fines/queries.ts";
import { paymentQueries, type PaymentSums } from "#data/payments/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatOre } from "#shared/format/money.ts";
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
      <Section title={texts.title}>
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
  const counts = useQuery(fineQueries.counts(project));
  const ore = (column: keyof PaymentSums) => (sums === undefined ? "…" : formatOre(sums[column]));
  return (
    <div aria-busy={sums === undefined}>
      <Facts inOneRow>
        <Fact name={texts.files}>{ore("files_ore")}</Fact>
        <Fact name={texts.hand}>{ore("hand_ore")}</Fact>
        {sums !== undefined && sums.ended_ore !== 0 && <Fact name={texts.ended}>{ore("ended_ore")}</Fact>}
        <Fact name={texts.all}>{ore("all_ore")}</Fact>
        <Fact name={texts.unknown}>{ore("unknown_ore")}</Fact>
        <Fact name={texts.refunds}>
          <span className="flex flex-wrap items-center gap-x-3">
            {counts.data === undefined ? "…" : formatOre(counts.data.refund_ore)}
            <Link to={paths.casesIn(project, "refund")} className="inline-flex min-h-11 items-center underline">
              {texts.toRefunds}
            </Link>
          </span>
        </Fact>
      </Facts>
    </div>
  );
}
