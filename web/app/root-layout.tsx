import { Outlet, ScrollRestoration } from "react-router";
import { ConfirmHost } from "#shared/feedback/confirm-host.tsx";
import { Toaster } from "#shared/feedback/toaster.tsx";

/** What every screen stands in. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <Toaster />
      <ConfirmHost />
      <ScrollRestoration />
    </>
  );
}
