import { useState } from "react";
import { Link } from "react-router";
import { companyQueries } from "#data/company/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { COMPANY_CODE } from "#contract/projects.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { ChangeAtSites } from "./change-at-sites.tsx";
import { inWords } from "./rules/settings-schema.ts";
import { COMPARED, type SettledSite, usualOf } from "./rules/side-by-side.ts";
import { settingsTexts } from "./settings-texts.ts";
import { sitesTexts as texts } from "./sites-texts.ts";

/** The settings of a handler's sites side by side, each with the way to its own page, and one change for several. */
export function SitesSettings() {
  const sites = useQuery(companyQueries.ownSites());
  const codes = (sites.data ?? []).map(({ path }) => path).toSorted();
  const settings = useQuery({ ...siteSettingsQueries.ofMany(codes), enabled: codes.length > 0 });
  const settled = sites.data?.flatMap((site) => {
    const found = settings.data?.get(site.path);
    return found === undefined ? [] : [{ ...site, settings: found }];
  });
  const isKnown = codes.length === 0 || settings.data !== undefined;
  return (
    <Page title={texts.title} width="wide" back={{ to: paths.cases(COMPANY_CODE) }}>
      <StateView
        query={{ ...sites, data: isKnown ? settled : undefined, error: sites.error ?? settings.error }}
        loading={<SkeletonList rows={3} label={settingsTexts.loading} />}
        failed={settingsTexts.loadFailed}
        empty={texts.none}
      >
        {(rows) => <Sites sites={rows} />}
      </StateView>
    </Page>
  );
}

function Sites({ sites }: { sites: readonly SettledSite[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const usual = new Map(
    COMPARED.map((name) => [
      name,
      usualOf(
        sites.map(({ settings }) => settings),
        name,
      ),
    ]),
  );
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-ink-soft">{texts.text}</p>
      <div>
        <Button variant="primary" onClick={() => setIsOpen(true)}>
          {texts.change}
        </Button>
      </div>
      {isOpen && <ChangeAtSites sites={sites} onClose={() => setIsOpen(false)} />}
      {sites.map(({ path, name, settings }) => (
        <Section key={path} title={name}>
          <Facts>
            {COMPARED.map((setting) => (
              <Fact key={setting} name={settingsTexts.fields[setting]}>
                {settings[setting] === usual.get(setting)
                  ? inWords(settings[setting])
                  : texts.differs(inWords(settings[setting]))}
              </Fact>
            ))}
          </Facts>
          <Link to={paths.settings(path)} className="mt-3 inline-flex min-h-11 items-center font-semibold underline">
            {texts.open(name)}
          </Link>
        </Section>
      ))}
    </div>
  );
}
