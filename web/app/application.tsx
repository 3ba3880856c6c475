import { StrictMode, type ComponentProps } from "react";
import { RouterProvider } from "react-router/dom";

/** The whole application. The browser and the prerendering draw the same tree, so that the browser can take over what was prerendered. */
export function Application({ router }: Pick<ComponentProps<typeof RouterProvider>, "router">) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
