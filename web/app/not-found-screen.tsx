import { useEffect } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";

/** Any other path (document 2 §2): says so, logs the bad path, leads home. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error("404: no page at", pathname);
  }, [pathname]);
  return (
    <Page title="404" lang="en" width="narrow">
      <p className="mb-6 text-lg">{sharedTexts.notFound}</p>
      <ButtonLink variant="primary" to={paths.landing()}>
        {sharedTexts.returnHome}
      </ButtonLink>
    </Page>
  );
}
