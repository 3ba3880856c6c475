import { useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { leave } from "./visitor.ts";

/** Signs the e-mail account out and goes home. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    // First away, and drawn so: the page's guard would send a signed-out visitor to the sign-in.
    await navigate(paths.landing(), { flushSync: true });
    await leave();
  };
}
