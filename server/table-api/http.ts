// Brings calls to the table API: from Node's own server, past every router, and from the server's own functions as a Request.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { AddressReader } from "#server/callers/client-address.ts";
import { readBody } from "#server/http/bodies.ts";
import { loggedStatus, REQUEST_ID, requestId, shortened } from "#server/http/request-log.ts";
import { holdAnswer } from "#server/http/in-flight.ts";
import { TABLE_API } from "./query.ts";
import type { TableApi } from "./table-api.ts";

/** Whether a request, as it was sent, is a call of the table API. Nobody answers any other spelling of its address. */
export const isTableCall = (target: string): boolean =>
  target.startsWith(TABLE_API) && /^[/?]?$/.test(target.charAt(TABLE_API.length));

export type TableHandlerOptions = {
  tableApi: TableApi;
  addressOf: AddressReader;
  /** Headers of every answer. */
  headers: Record<string, string>;
  log: Logger;
};

/** Makes the handler of requests of Node's server. */
export function createTableHandler(options: TableHandlerOptions) {
  const { tableApi, addressOf, headers, log } = options;
  // Answers are not cached, since rows change and belong to the caller.
  const always = Object.entries({ ...headers, "Cache-Control": "no-store" }).flat();
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const started = performance.now();
    const { method = "", url = "" } = incoming;
    const id = requestId(incoming);
    const [path = "", query = ""] = url.split(/\?(.*)/s);
    const {
      status,
      headers: own,
      body,
    } = await tableApi.answer({
      id,
      method,
      path,
      query,
      header: (name) => headerOf(incoming, name),
      readBody: (mostBytes) => readBody(incoming, mostBytes),
      readAddress: () => addressOf(incoming),
      holdAnswer: (bytes) => holdAnswer(incoming, bytes),
    });
    const isWhole = typeof body === "string";
    const length = status !== 204 && isWhole ? ["Content-Length", String(Buffer.byteLength(body))] : [];
    outgoing.writeHead(status, [REQUEST_ID, id, ...always, ...Object.entries(own).flat(), ...length]);
    const line = {
      id,
      method,
      path: shortened(path),
      status: loggedStatus(incoming, status),
      ms: Math.round((performance.now() - started) * 10) / 10,
    };
    if (line.status >= 500) log.error(line, "request");
    else log.info(line, "request");
    if (isWhole) {
      outgoing.end(body);
      return;
    }
    // The answer goes out as fast as its reader takes it. A reader who left is no failure of the server's.
    await pipeline(Readable.from(turnByTurn(body), { objectMode: false }), outgoing).catch(() => undefined);
  };
}

/** Other calls are answered between two pieces. A socket that takes the pieces at once would leave no turn of the event loop to anybody. */
async function* turnByTurn(pieces: readonly string[]) {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}

/** Answers a call of the server itself, which no limit counts. */
export async function answerRequest(tableApi: TableApi, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await tableApi.answer({
    id: null,
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: async (mostBytes) => {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.byteLength > mostBytes ? null : bytes;
    },
    readAddress: null,
    holdAnswer: () => undefined,
  });
  return new Response(status === 204 ? null : typeof body === "string" ? body : body.join(""), { status, headers });
}

/** A header as it was sent. Node joins repeated headers, but keeps only the first of a body's type. */
function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = name === "content-type" ? incoming.headersDistinct[name] : incoming.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}
