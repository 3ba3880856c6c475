import { useLocation, useNavigate } from "react-router";
import { COMPANY_CODE } from "#contract/projects.ts";
import { companyQueries } from "#data/company/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { endSession } from "#session/logins/logins.ts";
import { SelectField } from "#shared/form/text-field.tsx";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { officeTexts as texts } from "./office-texts.ts";
import { COMPANY_PLACES } from "./places.ts";

/** The choice of a handler's site: all sites together, or the office of one. The open page stays open when the other site has it too. */
export function SiteChooser({ project, onChoose }: { project: string; onChoose?: () => void }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { data: sites = [] } = useQuery(companyQueries.ownSites());

  function handleChoose(code: string) {
    onChoose?.();
    const place = COMPANY_PLACES.find(({ to }) => pathname === to(project));
    // The address of a list keeps its filter.
    void navigate(place === undefined ? paths.cases(code) : `${place.to(code)}${search}`);
  }

  return (
    <div className="mb-3 grid gap-2">
      <SelectField
        label={texts.site}
        options={[
          { value: COMPANY_CODE, label: texts.allSites },
          ...sites.map(({ path, name }) => ({ value: path, label: name })),
        ]}
        value={project}
        onChange={handleChoose}
      />
      {project === COMPANY_CODE && (
        <Button
          size="small"
          onClick={() => {
            void navigate(paths.customerAdminLogin(COMPANY_CODE), { flushSync: true });
            endSession("admin");
          }}
        >
          {texts.logOut}
        </Button>
      )}
    </div>
  );
}
