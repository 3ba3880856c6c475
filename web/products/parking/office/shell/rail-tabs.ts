import { createContext, type ReactNode, use } from "react";
import { PageFrameContext } from "#shared/ui/page.tsx";
import { useIsWide } from "#parking/kernel/page/use-is-wide.ts";

/** The tabs of the dashboard, which stand in the rail in place of the links to them. */
export const RailTabsContext = createContext<ReactNode>(undefined);

/** Whether a screen's tabs have their place in a rail. */
export function useHasRail(): boolean {
  const isWide = useIsWide();
  return use(PageFrameContext) !== undefined && isWide;
}
