import { Outlet, ScrollRestoration } from "react-router";
import { Toaster } from "#shared/feedback/toast.ts";

/** What every screen stands in. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
