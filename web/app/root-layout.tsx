import { Outlet, ScrollRestoration } from "react-router";
import { AccountQuestionHost } from "#session/account/account-question-host.tsx";
import { ConfirmHost } from "#shared/feedback/confirm-host.tsx";
import { Toaster } from "#shared/feedback/toaster.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";

/** The frame around every screen. */
export function RootLayout() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <Toaster />
      <AccountQuestionHost />
      <ConfirmHost />
      <ScrollRestoration />
    </>
  );
}
