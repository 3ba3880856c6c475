// Signed addresses of the storage, as supabase-js asks for them and reads them.
//
// Why: lite names the address `signedUrl` where supabase-js reads `signedURL`, without the path of the service; and the route for
// many paths at once is hidden behind the one for a single path, which answers that there is no such object.
// Contract test: tests/backend/storage-signing.test.ts.

const SIGN = /^\/storage\/v1\/object\/sign\/([^/]+)(\/.*)?$/;
const SERVICE = "/storage/v1";

/** How many paths one call may name: a page of shifts with all their photos. */
const MOST_PATHS = 5000;
/** How many of them are looked up at the same time. */
const AT_ONCE = 8;

/** Whether a request asks for signed addresses of stored objects. */
export const asksForSigning = (method: string, path: string): boolean => method === "POST" && SIGN.test(path);

/** Signs the path of the address, or each path of the body. A path that the caller may not read gets an error of its own. */
export async function signAddresses(
  request: Request,
  forward: (request: Request) => Promise<Response>,
): Promise<Response> {
  const address = new URL(request.url);
  const [, bucket = "", path = ""] = SIGN.exec(address.pathname) ?? [];
  if (path.length > 1) return withSignedUrl(await forward(request));
  const text = await request.text();
  const body = (text === "" ? {} : JSON.parse(text)) as { expiresIn?: unknown; paths?: unknown };
  const { expiresIn, paths } = body;
  if (!Array.isArray(paths) || paths.length > MOST_PATHS || !paths.every((each) => typeof each === "string")) {
    const message = `/paths: must be a list of at most ${MOST_PATHS} paths.`;
    return Response.json({ statusCode: "400", error: "InvalidRequest", message }, { status: 400 });
  }
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  const sign = async (each: string): Promise<Response> => {
    const encoded = `${SERVICE}/object/sign/${bucket}/${each.split("/").map(encodeURIComponent).join("/")}`;
    const url = new URL(encoded, address);
    // With `..` it would be another call than this one, past all that is checked on the way here.
    if (url.pathname !== encoded) return Response.json({}, { status: 404 });
    const init = { method: "POST", headers, body: JSON.stringify({ expiresIn }) };
    return forward(new Request(url, init));
  };
  const signed: { path: string; signedURL: string | null; error: string | null }[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(sign));
    // What is wrong for one path by the server's fault, or by the caller's key or time, is wrong for all of them.
    const failed = answers.find(({ ok, status }) => !ok && status !== 400 && status !== 404);
    if (failed !== undefined) return failed;
    for (const [index, answer] of answers.entries()) signed.push({ path: some[index] ?? "", ...(await told(answer)) });
  }
  return Response.json(signed);
}

async function told(answer: Response): Promise<{ signedURL: string | null; error: string | null }> {
  const body = (await answer.json()) as { signedUrl?: string; message?: string };
  if (body.signedUrl !== undefined) return { signedURL: withoutService(body.signedUrl), error: null };
  return { signedURL: null, error: body.message ?? "Either the object does not exist or you do not have access to it" };
}

async function withSignedUrl(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { signedUrl = "" } = (await answer.json()) as { signedUrl?: string };
  return Response.json({ signedURL: withoutService(signedUrl) });
}

const withoutService = (address: string) => (address.startsWith(SERVICE) ? address.slice(SERVICE.length) : address);
