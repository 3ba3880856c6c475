import { useLocation } from "react-router";
import { NotFound } from "#shared/ui/not-found.tsx";

/** The screen of every unknown path (document 2 §2). */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  return <NotFound pathname={pathname} />;
}
