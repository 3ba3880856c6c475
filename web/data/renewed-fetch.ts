/** Calls whose login the back end no longer takes, though the page thinks that it is good: a clock was set. */
import { fetchInTime } from "./fetch-in-time.ts";

/**
 * `fetch` for the client. An answer that says that the token is over, or from the future, is asked for once more with the token
 * that `renew` gives; null from it lets the answer stand.
 */
export function renewingFetch(
  renew: () => Promise<string | null>,
  call: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response> = fetchInTime,
): typeof fetch {
  return async (input, init) => {
    const answer = await call(input, init);
    if (!(await isTokenRefused(answer))) return answer;
    const token = await renew();
    if (token === null) return answer;
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return call(input, { ...init, headers });
  };
}

/** As PostgREST words it, and the storage service. A signed-in person's own renewal is asked of neither. */
async function isTokenRefused(answer: Response): Promise<boolean> {
  if (answer.status !== 401 && answer.status !== 400) return false;
  if (answer.url.includes("/auth/v1/")) return false;
  const text = await answer.clone().text();
  return /JWT (expired|issued at future)|\\"exp\\" claim|jwt expired/i.test(text);
}
