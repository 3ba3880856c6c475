import { useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { leave } from "./visitor.ts";

/** Signs the e-mail account out and goes to the landing page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    // The landing page is drawn first, because the guard of this page would send a signed-out visitor to the sign-in.
    await navigate(paths.landing(), { flushSync: true });
    await leave();
  };
}
