// Shows the metrics to Prometheus: to whoever has the token, or on an address of their own that no visitor reaches.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Handler } from "hono";
import { sameSecret } from "#server/http/same-secret.ts";
import type { Metrics } from "./metrics.ts";

/** Makes the handler of /metrics: 404 without a token in the settings, 401 for whoever does not have it. */
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

/** Shows the metrics at every path of an address. Rejects when it cannot be taken. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    metrics.read().then(
      ({ text, type }) => response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
