import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { createQueryClient } from "#data/query-client.ts";
import { closeSession, openSession } from "#session/store.ts";
import { DispatchScreen } from "./dispatch-screen.tsx";

// No server answers; these tests do not need the areas' data.
beforeEach(() => void vi.stubGlobal("fetch", () => new Promise(() => undefined)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

// Spec rules §1: The reason of
test.each([
  ["the dispatch centre", "/721075"],
  ["the administration", "/721075?role=administrator"],
])(
  "an administrator with a login that ended in %s reads the reason, at the choice of roles or the form above it",
  (_, address) => {
    openSession("dispatch-admin", { userId: "ledning", project: DISPATCH_PROJECT });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <DispatchScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    act(() => closeSession("dispatch-admin"));
    expect(screen.getAllByText("Din inloggning har upphört. Logga in igen.")).toHaveLength(1);
  },
);
