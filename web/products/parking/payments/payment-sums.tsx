import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paymentQueries } from "#data/payments/queries.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Fact, Facts } from "../facts.tsx";
import { Section } from "../section.tsx";
import { paymentTexts } from "./payment-texts.ts";

const texts = paymentTexts.sums;

/** The sum of a site's payments: its files and what was registered by hand, and what of it has no case. */
export function PaymentSumsCard({ project }: { project: string }) {
  const query = useQuery(paymentQueries.sums(project));
  return (
    <div className="mb-6">
      <Section title={texts.title}>
        <StateView query={query} loading={<SkeletonList rows={1} />} failed={texts.loadFailed} empty={null}>
          {(sums) => (
            <Facts inOneRow>
              <Fact name={texts.files}>{formatOre(sums.files_ore)}</Fact>
              <Fact name={texts.hand}>{formatOre(sums.hand_ore)}</Fact>
              {sums.ended_ore !== 0 && <Fact name={texts.ended}>{formatOre(sums.ended_ore)}</Fact>}
              <Fact name={texts.all}>{formatOre(sums.all_ore)}</Fact>
              <Fact name={texts.unknown}>{formatOre(sums.unknown_ore)}</Fact>
              <Fact name={texts.refunds}>
                <Link to={paths.casesIn(project, "refund")} className="inline-flex min-h-11 items-center underline">
                  {texts.toRefunds}
                </Link>
              </Fact>
            </Facts>
          )}
        </StateView>
      </Section>
    </div>
  );
}
