import { expect, test, vi } from "vitest";
import { renewingFetch } from "./renewed-fetch.ts";

type Call = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

const refused = (message: string, status = 401) => Response.json({ code: "PGRST303", message }, { status });
const tokenOf = (init?: RequestInit) => new Headers(init?.headers).get("Authorization");

test.each(["JWT expired", "JWT issued at future"])(
  "a token that is refused (%s) is renewed, and the call made again",
  async (words) => {
    const call = vi.fn<Call>(async (_input: RequestInfo | URL, init?: RequestInit) =>
      tokenOf(init) === "Bearer new" ? Response.json([1]) : refused(words),
    );
    const fetchRenewed = renewingFetch(() => Promise.resolve("new"), call);
    const answer = await fetchRenewed("/rest/v1/parkings", {
      method: "POST",
      body: "{}",
      headers: { Authorization: "Bearer old" },
    });
    expect(await answer.json()).toEqual([1]);
    expect(call).toHaveBeenLastCalledWith("/rest/v1/parkings", expect.objectContaining({ method: "POST", body: "{}" }));
    expect(call).toHaveBeenCalledTimes(2);
  },
);

test.each([
  ["nobody is logged in", refused("JWT expired"), null],
  ["the refusal is another one", refused("permission denied for table parkings"), "new"],
  ["the answer is good", Response.json([]), "new"],
])("the answer stands when %s", async (_case, answer, token) => {
  const call = vi.fn<Call>(() => Promise.resolve(answer));
  expect(await renewingFetch(() => Promise.resolve(token), call)("/rest/v1/parkings")).toBe(answer);
  expect(call).toHaveBeenCalledTimes(1);
});
