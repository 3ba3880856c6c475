import { Outlet, useParams } from "react-router";
import { isOtherProduct } from "#contract/projects.ts";
import { PageFrameContext, type PageFrameProps } from "#shared/ui/page.tsx";
import { OfficeFrame } from "./office-frame.tsx";

/** Gives the screens of a site's office one frame with one navigation. Screens that another product has too keep their own frame there. */
export function OfficeLayout() {
  const { projectId = "" } = useParams();
  return (
    <PageFrameContext value={isOtherProduct(projectId) ? undefined : inOffice}>
      <Outlet />
    </PageFrameContext>
  );
}

const inOffice = (page: PageFrameProps) => <OfficeFrame {...page} />;
