import { useEffect } from "react";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { ButtonLink } from "./button.tsx";
import { Page } from "./page.tsx";

/** What stands at a path that leads nowhere (document 2 §2): says so, logs the bad path, leads home. */
export function NotFound({ pathname }: { pathname: string }) {
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
