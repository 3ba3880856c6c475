import type { ComponentProps } from "react";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { RequireSession } from "./guard.tsx";

/** Keeps a screen for the main admin; everybody else goes to the main admin's login. */
export const ForMainAdmin = ({ children }: Pick<ComponentProps<typeof RequireSession>, "children">) => (
  <RequireSession
    kind="main-admin"
    project={undefined}
    login={paths.mainAdminLogin()}
    message={sharedTexts.adminRequired}
  >
    {children}
  </RequireSession>
);
