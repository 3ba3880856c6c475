import { StrictMode, type ComponentProps } from "react";
import { RouterProvider } from "react-router/dom";

/** The whole application; the browser and the prerendering draw the same tree, so that one can take over from the other. */
export function Application({ router }: Pick<ComponentProps<typeof RouterProvider>, "router">) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
