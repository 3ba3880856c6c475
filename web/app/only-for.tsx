import { lazy, type ReactNode, Suspense } from "react";
import { Outlet, type RouteObject, useParams } from "react-router";
import { isOtherProduct, TAXI_PROJECT } from "#contract/projects.ts";

const NotFoundScreen = lazy(async () => ({ default: (await import("./not-found-screen.tsx")).NotFoundScreen }));

/** Screens of parking: a code that belongs to another product has none of them (document 1 §2, document 2 §2). */
export const forParking = (children: RouteObject[]): RouteObject => onlyFor((code) => !isOtherProduct(code), children);

/** Screens of the taxi: its own code alone has them. */
export const forTaxi = (children: RouteObject[]): RouteObject => onlyFor((code) => code === TAXI_PROJECT, children);

const onlyFor = (isOwn: (code: string) => boolean, children: RouteObject[]): RouteObject => ({
  element: (
    <OnlyFor isOwn={isOwn}>
      <Outlet />
    </OnlyFor>
  ),
  children,
});

/** Another code's address is the 404 page; addresses without a project have no code to ask about. */
function OnlyFor({ isOwn, children }: { isOwn: (code: string) => boolean; children: ReactNode }) {
  const { projectId } = useParams();
  if (projectId === undefined || isOwn(projectId)) return children;
  return (
    <Suspense fallback={null}>
      <NotFoundScreen />
    </Suspense>
  );
}
