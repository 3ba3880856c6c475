import { House } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { useLiveProperties } from "#data/properties/live.ts";
import { propertyQueries } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { isAgent, useAccount } from "#session/account/account-role.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { PropertyDialog } from "../listings/property-dialog.tsx";
import { PropertyList } from "../listings/property-list.tsx";
import { isFromList, type ListingView, listingSearch, readListingView, type Show } from "../rules/listing-address.ts";
import { texts } from "../texts.ts";

const labels = texts.listings;

const CHOICES = [
  { show: "sale", status: "available", label: labels.forSale },
  { show: "sold", status: "sold", label: labels.sold },
] as const satisfies { show: Show; status: "available" | "sold"; label: string }[];

/** The listings: For Sale or Sold, and a property in a dialog (document 2 §2). The address keeps the choice, the filters, the property and its tab. */
export function ListingsScreen() {
  const location = useLocation();
  const navigate = useNavigate();
  const account = useAccount();
  const view = readListingView(new URLSearchParams(location.search));
  const { show, filter } = view;
  useEarlyPress();
  useLiveProperties();

  const see = (next: Partial<ListingView>, state: unknown = null) =>
    void navigate({ search: listingSearch(next) }, { replace: true, preventScrollReset: true, state });

  function handleClose() {
    if (isFromList(location.state)) void navigate(-1);
    else see({ show, filter });
  }

  return (
    <Page
      title={labels.title}
      lang="en"
      width="wide"
      description={labels.description}
      back={{ label: texts.home, to: paths.landing() }}
      actions={
        <>
          <ButtonLink to={paths.brokers()}>{labels.brokers}</ButtonLink>
          {isAgent(account.role) && <ButtonLink to={paths.propertyManagement()}>{labels.manage}</ButtonLink>}
        </>
      }
    >
      <ListChoice show={show} onShow={(next) => see({ show: next, filter })} />
      {show === undefined ? (
        <EmptyState icon={House} text={labels.start} />
      ) : (
        <PropertyList key={show} show={show} filter={filter} onFilter={(next) => see({ show, filter: next })} />
      )}
      {view.property !== undefined && (
        <PropertyDialog
          id={view.property}
          tab={view.tab}
          onTab={(tab) => see({ ...view, tab }, location.state)}
          onClose={handleClose}
        />
      )}
    </Page>
  );
}

/** The choice between the lists, with what each of them has. */
function ListChoice({ show, onShow }: { show: Show | undefined; onShow: (show: Show) => void }) {
  const counts = useQuery(propertyQueries.choices()).data;
  return (
    <fieldset className="mb-6 grid grid-cols-2 gap-3 sm:max-w-md">
      <legend className="mb-2 font-semibold">{labels.choose}</legend>
      {CHOICES.map((choice) => (
        <Button
          key={choice.show}
          size="large"
          variant={show === choice.show ? "primary" : "secondary"}
          aria-label={choice.label}
          aria-pressed={show === choice.show}
          aria-description={counts && texts.filters.hits(counts[choice.status], formatCount(counts[choice.status]))}
          onClick={() => onShow(choice.show)}
        >
          {choice.label}
          {counts !== undefined && (
            <span aria-hidden="true" className="font-normal tabular-nums">
              {formatCount(counts[choice.status])}
            </span>
          )}
        </Button>
      ))}
    </fieldset>
  );
}
