/** Repeats calls whose token the back end refuses although the page thinks that it is valid: a clock was set. */
import { fetchInTime } from "./fetch-in-time.ts";

/**
 * `fetch` for the client. When the answer says that the token has expired or lies in the future, the call is repeated once with the token
 * from `renew`. If `renew` gives null, the first answer counts.
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

/** The words of PostgREST and of the storage service. The sign-in service's own renewal is left alone. */
async function isTokenRefused(answer: Response): Promise<boolean> {
  if (answer.status !== 401 && answer.status !== 400) return false;
  if (answer.url.includes("/auth/v1/")) return false;
  const text = await answer.clone().text();
  return /JWT (expired|issued at future)|\\"exp\\" claim|jwt expired/i.test(text);
}
