import { useParams } from "react-router";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";

/** An address of the specification whose screen this version does not have. */
export function NotBuiltScreen() {
  const { projectId } = useParams();
  const { title, description, back } = sharedTexts.notBuilt;
  return (
    <Page title={title} width="narrow">
      <p className="mb-6">{description}</p>
      <ButtonLink variant="primary" to={paths.project(projectId)}>
        {back}
      </ButtonLink>
    </Page>
  );
}
