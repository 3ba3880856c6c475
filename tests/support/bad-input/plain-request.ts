// A request whose address and headers are sent letter for letter: fetch would tidy them before the server sees them.
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";

export type PlainRequest = {
  method: string;
  /** The text between the method and `HTTP/1.1`. */
  path: string;
  /** A list is sent as several headers of one name. */
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
};

export type PlainAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/** An agent without kept connections: servers close a kept connection at the worst moment, so each request gets its own. */
const FRESH = new Agent({ keepAlive: false });

/**
 * Sends the request and reads the answer. `agent` gives the connection; without it each request gets a new one. Rejects when there is no
 * answer.
 */
export function sendPlain(url: string, { method, path, headers, body }: PlainRequest, agent = FRESH) {
  const { hostname, port } = new URL(url);
  return new Promise<PlainAnswer>((resolve, reject) => {
    let answered = false;
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = request({ hostname, port, method, path, agent, headers: { ...length, ...headers } }, (answer) => {
      answered = true;
      const parts: Buffer[] = [];
      const finish = () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() });
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", finish);
      // A body that is too large is answered before all of it was read, and the connection ends.
      answer.on("error", finish);
    });
    sent.on("error", (error) => (answered ? undefined : reject(error)));
    sent.end(body);
  });
}
