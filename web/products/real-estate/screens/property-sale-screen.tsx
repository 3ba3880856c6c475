import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { useListInterval } from "#data/live.ts";
import { type Property, propertyQueries } from "#data/properties/queries.ts";
import { useLiveSale } from "#data/property_sales/live.ts";
import { useQuery } from "#data/use-query.ts";
import type { SignedIn } from "#session/account/account-role.ts";
import { RequireAgent } from "#session/account/require-agent.tsx";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Skeleton, SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { BiddingRulesForm } from "../sale/bidding-rules.tsx";
import { BidsAndContract } from "../sale/bids-and-contract.tsx";
import { SaleHistory } from "../sale/history.tsx";
import { saleTexts as texts } from "../sale/sale-texts.ts";
import { texts as productTexts } from "../texts.ts";
import { AgentViewings } from "../viewings/agent-viewings.tsx";

/** The sale of a property, as its agents keep it (document 5 §5). */
export function PropertySaleScreen() {
  const { propertyId = "" } = useParams();
  return (
    <RequireAgent page={onPage} loading={<SkeletonList label={productTexts.loading} />}>
      {(account) => <PropertySale key={propertyId} id={propertyId} account={account} />}
    </RequireAgent>
  );
}

const onPage = (content: ReactNode) => <SalePage property={undefined}>{content}</SalePage>;

/** The frame; while the property loads its address keeps its room. */
function SalePage({ property, children }: { property: Property | null | undefined; children: ReactNode }) {
  const { propertyId = "" } = useParams();
  return (
    <Page
      title={property?.title ?? texts.tabs.bids}
      lang="en"
      width="wide"
      description={
        property === undefined ? <Skeleton className="h-6 w-48" /> : property && `${property.address}, ${property.city}`
      }
      back={{ label: texts.toManagement, to: paths.propertyManagement() }}
      actions={property !== null && <ButtonLink to={paths.listing(propertyId)}>{texts.toListing}</ButtonLink>}
    >
      {children}
    </Page>
  );
}

function PropertySale({ id, account }: { id: string; account: SignedIn }) {
  const query = useQuery({ ...propertyQueries.byId(id), refetchInterval: useListInterval() });
  useLiveSale(id);
  return (
    <SalePage property={query.data}>
      <StateView
        query={query}
        loading={<SkeletonList label={productTexts.loading} />}
        failed={productTexts.loadFailed}
        empty={texts.gone}
      >
        {(property) => <SaleTabs property={property} account={account} />}
      </StateView>
    </SalePage>
  );
}

const TABS = ["bids", "viewings", "rules", "history"] as const;

function SaleTabs({ property, account }: { property: Property; account: SignedIn }) {
  const [search, setSearch] = useSearchParams();
  const open = TABS.find((tab) => tab === search.get("tab")) ?? "bids";
  const contents = {
    bids: <BidsAndContract property={property} agent={account.email} />,
    viewings: <AgentViewings propertyId={property.id} agent={account.email} />,
    rules: <BiddingRulesForm property={property} userId={account.userId} />,
    history: <SaleHistory propertyId={property.id} />,
  };
  return (
    <Tabs
      label={texts.tabs.label}
      value={open}
      onChange={(tab) => setSearch({ tab }, { replace: true })}
      tabs={TABS.map((value) => ({ value, label: texts.tabs[value], content: contents[value] }))}
    />
  );
}
