import { Outlet, useParams } from "react-router";
import { isOtherProduct } from "#contract/projects.ts";
import { PageFrameContext, type PageFrameProps } from "#shared/ui/page.tsx";
import { OfficeFrame } from "./office-frame.tsx";

/**
 * One frame with one navigation around the screens of a site's office. Other products show some of these screens too; there they keep that
 * product's frame.
 */
export function OfficeLayout() {
  const { projectId = "" } = useParams();
  return (
    <PageFrameContext value={isOtherProduct(projectId) ? undefined : inOffice}>
      <Outlet />
    </PageFrameContext>
  );
}

const inOffice = (page: PageFrameProps) => <OfficeFrame {...page} />;
