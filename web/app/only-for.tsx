import { lazy, type ReactNode, Suspense } from "react";
import { Outlet, type RouteObject, useParams } from "react-router";
import { isOtherProduct, TAXI_PROJECT } from "#contract/projects.ts";

const NotFoundScreen = lazy(async () => ({ default: (await import("./not-found-screen.tsx")).NotFoundScreen }));

/** Routes of parking. The code of another product has none of them (document 1 §2, document 2 §2). */
export const forParking = (children: RouteObject[]): RouteObject => onlyFor((code) => !isOtherProduct(code), children);

/** Routes of the taxi. Only the taxi's own code has them. */
export const forTaxi = (children: RouteObject[]): RouteObject => onlyFor((code) => code === TAXI_PROJECT, children);

const onlyFor = (isOwn: (code: string) => boolean, children: RouteObject[]): RouteObject => ({
  element: (
    <OnlyFor isOwn={isOwn}>
      <Outlet />
    </OnlyFor>
  ),
  children,
});

/** The code of another product shows the 404 page. An address without a project has no code to check. */
function OnlyFor({ isOwn, children }: { isOwn: (code: string) => boolean; children: ReactNode }) {
  const { projectId } = useParams();
  if (projectId === undefined || isOwn(projectId)) return children;
  return (
    <Suspense fallback={null}>
      <NotFoundScreen />
    </Suspense>
  );
}
