// Shows the metrics to Prometheus: to the holder of the token, or on an address of their own that no visitor reaches.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Handler } from "hono";
import { sameSecret } from "#server/callers/identity.ts";
import type { Metrics } from "./metrics.ts";

/** Makes the handler of /metrics: 404 without a token in the settings, 401 for a caller without it. */
export function answerMetrics(metrics: Metrics, token: string | null): Handler {
  return async (context) => {
    context.header("Cache-Control", "no-store");
    if (token === null) return context.json({ code: "404", message: "Not found" }, 404);
    const given = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
    if (!sameSecret(given, token)) {
      context.header("WWW-Authenticate", "Bearer");
      return context.json({ code: "401", message: "The metrics want the token of METRICS_TOKEN." }, 401);
    }
    const { text, type } = await metrics.read();
    return context.body(text, 200, { "Content-Type": type });
  };
}

/** An address for metrics. It answers 503 at every path until there are metrics to show, and then shows them. */
export type ClaimedMetrics = { url: string; show: (metrics: Metrics) => void; stop: () => Promise<void> };

/**
 * Takes the address of METRICS_ADDRESS before anything else is made. Rejects with a text that names the setting when the address cannot be
 * taken.
 */
export async function claimMetrics({ host, port }: { host: string; port: number }): Promise<ClaimedMetrics> {
  let shown: Metrics | null = null;
  const read = () => shown?.read() ?? Promise.reject(new Error("The server is starting."));
  const server = createServer((_request, response) => {
    read().then(
      ({ text, type }) => response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store" }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  const named = host.includes(":") ? `[${host}]` : host;
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`METRICS_ADDRESS is "${named}:${port}", which cannot be taken: ${reason}`, { cause: error });
  }
  return {
    url: `http://${named}:${(server.address() as AddressInfo).port}`,
    show: (metrics) => void (shown = metrics),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
