import { useNavigate } from "react-router";
import { type Company, type CompanySite, companyQueries } from "#data/company/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { ForMainAdmin } from "#session/for-main-admin.tsx";
import { areLoginsApart } from "#session/profile/profile.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { CompanyForm } from "./company-form.tsx";
import { CompanySites } from "./company-sites.tsx";
import { companyTexts as texts } from "./company-texts.ts";
import { Handlers } from "./handlers.tsx";

/** The company above its sites, for the main admin: issuer and payees, its sites, and in `hardened` its handlers. */
export function CompanyScreen() {
  return <ForMainAdmin>{() => <CompanyPage />}</ForMainAdmin>;
}

function CompanyPage() {
  const navigate = useNavigate();
  const company = useQuery(companyQueries.one());
  const sites = useQuery(companyQueries.sites());
  return (
    <Page
      title={texts.title}
      width="wide"
      description={texts.description}
      back={{ onClick: () => void navigate(paths.mainAdminDashboard()) }}
    >
      <StateView query={company} failed={texts.loadFailed} empty={texts.loadFailed}>
        {(read) => (
          <StateView query={sites} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
            {(rows) => <Parts company={read} sites={rows} />}
          </StateView>
        )}
      </StateView>
    </Page>
  );
}

function Parts({ company, sites }: { company: Company; sites: readonly CompanySite[] }) {
  return (
    <div className="grid gap-6">
      <CompanyForm key={company.updated_at} company={company} />
      <CompanySites
        key={sites.map(({ id, of_company: isOf }) => `${id}${isOf}`).join(" ")}
        sites={sites}
        isNamed={company.issuer_name.trim() !== "" && company.payment_methods.length > 0}
      />
      {areLoginsApart && <Handlers sites={sites} />}
    </div>
  );
}
