import { House } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { useLiveProperties } from "#data/properties/live.ts";
import { isAgent, useAccount } from "#session/account/account-role.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { PropertyDialog } from "../listings/property-dialog.tsx";
import { PropertyList } from "../listings/property-list.tsx";
import { isFromList, listingSearch, readListingView, type Show } from "../rules/listing-address.ts";
import { texts } from "../texts.ts";

const labels = texts.listings;

const CHOICES = [
  { show: "sale", label: labels.forSale },
  { show: "sold", label: labels.sold },
] as const satisfies { show: Show; label: string }[];

/** The listings: For Sale or Sold, and a property in a dialog (document 2 §2). The address keeps both choices. */
export function ListingsScreen() {
  const location = useLocation();
  const navigate = useNavigate();
  const account = useAccount();
  const view = readListingView(new URLSearchParams(location.search));
  useEarlyPress();
  useLiveProperties();

  function handleClose() {
    if (isFromList(location.state)) void navigate(-1);
    else void navigate({ search: listingSearch({ show: view.show }) }, { replace: true, preventScrollReset: true });
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
      <fieldset className="mb-6 grid grid-cols-2 gap-3 sm:max-w-md">
        <legend className="mb-2 font-semibold">{labels.choose}</legend>
        {CHOICES.map(({ show, label }) => (
          <Button
            key={show}
            size="large"
            variant={view.show === show ? "primary" : "secondary"}
            aria-pressed={view.show === show}
            onClick={() =>
              void navigate({ search: listingSearch({ show }) }, { replace: true, preventScrollReset: true })
            }
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {view.show === undefined ? (
        <EmptyState icon={House} text={labels.start} />
      ) : (
        <PropertyList key={view.show} show={view.show} />
      )}
      {view.property !== undefined && <PropertyDialog id={view.property} onClose={handleClose} />}
    </Page>
  );
}
