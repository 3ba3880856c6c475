import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { bidListQuery, type ListPurpose } from "#data/property_sales/bid-list.ts";
import { propertyQueries } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { RequireAgent } from "#session/account/require-agent.tsx";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { PrintedBidList } from "../sale/printed-bid-list.tsx";
import { saleTexts } from "../sale/sale-texts.ts";
import { texts as productTexts } from "../texts.ts";

const texts = saleTexts.paper;
const PURPOSES: readonly ListPurpose[] = ["seller", "buyer", "anonymous"];

/** The list of bids for the seller, the buyer or anybody, to print (document 5 §5). The database notes it once under the address's key. */
export function BidListScreen() {
  const { propertyId = "", purpose } = useParams();
  const [search] = useSearchParams();
  const listId = search.get("list") ?? "";
  const receiver = PURPOSES.find((one) => one === purpose);
  const onPage = (content: ReactNode) => (
    <Page title={texts.screen} lang="en" width="wide" back={{ label: texts.back, to: paths.propertySale(propertyId) }}>
      {content}
    </Page>
  );
  return (
    <RequireAgent page={onPage} loading={<SkeletonList label={productTexts.loading} />}>
      {({ email }) =>
        onPage(
          receiver === undefined ? (
            <EmptyState text={texts.failed} />
          ) : (
            <BidList propertyId={propertyId} purpose={receiver} eventId={listId} agent={email} />
          ),
        )
      }
    </RequireAgent>
  );
}

function BidList(list: { propertyId: string; purpose: ListPurpose; eventId: string; agent: string }) {
  const property = useQuery(propertyQueries.byId(list.propertyId));
  const query = useQuery(bidListQuery(list));
  if (property.data === undefined && property.error === null) return <SkeletonList label={productTexts.loading} />;
  return (
    <StateView query={query} failed={texts.failed} empty={null}>
      {(answer) =>
        answer.outcome !== "list" || !property.data ? (
          <EmptyState text={answer.outcome === "not_ended" ? texts.notEnded : saleTexts.gone} />
        ) : (
          <div className="grid min-w-0 gap-4">
            <Button variant="primary" className="justify-self-start" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              {texts.print}
            </Button>
            <PrintedBidList
              property={property.data}
              purpose={list.purpose}
              printedAt={answer.printed_at}
              bids={answer.bids}
            />
          </div>
        )
      }
    </StateView>
  );
}
