// Brings calls to the table API: from Node's own server, past every router, and from the server's own functions as a Request.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import type { AddressReader } from "#server/callers/client-address.ts";
import { readBody } from "#server/http/body-limit.ts";
import { REQUEST_ID, requestId } from "#server/http/request-id.ts";
import { TABLE_API } from "./query.ts";
import type { TableAnswer, TableApi, TableCall } from "./table-api.ts";

/** Whether a request, as it was sent, is one of the table API. Every other spelling is an address that nobody answers. */
export const isTableCall = (target: string): boolean =>
  target.startsWith(TABLE_API) && /^[/?]?$/.test(target.charAt(TABLE_API.length));

export type TableHandlerOptions = {
  tableApi: TableApi;
  addressOf: AddressReader;
  /** Headers of every answer. */
  headers: Record<string, string>;
  log: Logger;
};

/** Makes what answers a request of Node's server. */
export function createTableHandler({ tableApi, addressOf, headers, log }: TableHandlerOptions) {
  // Rows are of today and of whoever asked.
  const always = Object.entries({ ...headers, "Cache-Control": "no-store" }).flat();
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const started = performance.now();
    const { method = "", url = "" } = incoming;
    const id = requestId(incoming);
    const [path, query] = split(url);
    const answer = await tableApi.answer({
      method,
      path,
      query,
      header: (name) => headerOf(incoming, name),
      readBody: (mostBytes) => readBody(incoming, mostBytes),
      readAddress: () => addressOf(incoming),
    });
    outgoing.writeHead(answer.status, [REQUEST_ID, id, ...headersOf(answer, always)]);
    const line = { id, method, path, status: answer.status, ms: Math.round((performance.now() - started) * 10) / 10 };
    if (answer.status >= 500) log.error(line, "request");
    else log.info(line, "request");
    if (typeof answer.body === "string") outgoing.end(answer.body);
    else await sendPieces(answer.body, outgoing);
  };
}

/** Answers a call of the server itself, which no limit counts. */
export async function answerRequest(tableApi: TableApi, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const call: TableCall = {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: async (mostBytes) => {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.byteLength > mostBytes ? null : bytes;
    },
    readAddress: null,
  };
  const { status, headers, body } = await tableApi.answer(call);
  return new Response(status === 204 ? null : typeof body === "string" ? body : body.join(""), { status, headers });
}

function split(url: string): [path: string, query: string] {
  const at = url.indexOf("?");
  return at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

/** Names and values in turn, which Node writes as they stand. */
function headersOf({ status, headers, body }: TableAnswer, always: readonly string[]): string[] {
  const list = [...always];
  for (const name in headers) list.push(name, headers[name] ?? "");
  if (status !== 204 && typeof body === "string") list.push("Content-Length", String(Buffer.byteLength(body)));
  return list;
}

/** Sends a long body as fast as its reader takes it; others are answered between two pieces. */
async function sendPieces(pieces: readonly string[], outgoing: ServerResponse): Promise<void> {
  // Who left is no failure of the server's.
  await pipeline(Readable.from(pieces, { objectMode: false }), outgoing).catch(() => undefined);
}

/** A header as it was sent. Node joins what stands there twice, but of a body's type it keeps the first alone. */
function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = name === "content-type" ? incoming.headersDistinct[name] : incoming.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}
