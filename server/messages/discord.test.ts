import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type HookServer, startHookServer, webhook } from "#tests/support/outside/receivers.ts";
import { asDiscordText, sendToDiscord, webhookOf } from "#functions/deliver-messages/discord.ts";

const ADDRESS = webhook(1);
const PATH = new URL(ADDRESS).pathname;

let server: HookServer;
beforeAll(async () => {
  server = await startHookServer();
});
afterAll(() => server.goAway());

const send = (text = "Hej") => sendToDiscord({ url: new URL(ADDRESS) }, text, server.base);

test.each(["discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"])("%s is Discord's", (host) => {
  expect(webhookOf(`https://${host}${PATH}`)?.url.href).toBe(`https://${host}${PATH}`);
});

// Spec rules §7: A webhook goes
test.each([
  `http://discord.com${PATH}`,
  `https://discord.com:8443${PATH}`,
  `https://discord.com.example.se${PATH}`,
  `https://discord.com@example.se${PATH}`,
  `https://user@discord.com${PATH}`,
  `https://example.se/discord.com${PATH}`,
  `https://example.se\\@discord.com${PATH}`,
  `https://discord.com${PATH}?wait=true`,
  `https://discord.com${PATH}#x`,
  `https://discord.com${PATH}/../../../users/1`,
  "https://discord.com/api/webhooks/1/2",
  "https://127.0.0.1/api/webhooks/1/2",
  "nonsense",
  "",
])("%s is no webhook", (address) => {
  expect(webhookOf(address)).toBeNull();
});

test("a text goes without mentions and previews, and a long one is cut", async () => {
  expect(await send("x".repeat(3000))).toEqual({ is: "sent" });
  expect(server.taken.at(-1)).toMatchObject({ path: PATH, body: { allowed_mentions: { parse: [] }, flags: 4 } });
  expect(server.taken.at(-1)?.content).toHaveLength(2000);
});

test("mark-up, mentions and links that somebody typed are drawn as typed", () => {
  expect(["# a", "- a", "a - # b"].map(asDiscordText)).toEqual(["\\# a", "\\- a", "a - # b"]);
  expect(asDiscordText("@everyone **a** [b](https://c.se) <@1> `d` ||e||")).toBe(
    "\\@everyone \\*\\*a\\*\\* \\[b\\]\\(https:\u200B//c.se\\) \\<\\@1\\> \\`d\\` \\|\\|e\\|\\|",
  );
});

test.each([
  [404, {}, { is: "given-up", error: "HTTP 404" }],
  [401, {}, { is: "given-up", error: "HTTP 401" }],
  [503, {}, { is: "later", error: "HTTP 503" }],
  [429, { "Retry-After": "7" }, { is: "later", error: "HTTP 429", waitMs: 7000 }],
  [429, { "Retry-After": "999999" }, { is: "later", error: "HTTP 429", waitMs: 3_600_000 }],
  [429, {}, { is: "later", error: "HTTP 429" }],
])("%s %o", async (status, headers, answer) => {
  server.answer(status, headers);
  expect(await send()).toEqual(answer);
  server.answer(204);
});

// Spec rules §7: A webhook goes
test("a redirect is not followed", async () => {
  const count = server.taken.length;
  server.answer(307, { Location: `${server.base}/elsewhere` });
  expect(await send()).toMatchObject({ is: "later" });
  server.answer(204);
  expect(server.taken).toHaveLength(count);
});

// Spec rules §7: A webhook goes
test("a server that does not answer is waited for as long as is said, five seconds where nothing is", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  const sockets = new Set<{ destroy(): void }>();
  silent.on("connection", (socket) => sockets.add(socket));
  await once(silent, "listening");
  const base = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const over = new AbortController();
  const patience = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(over.signal);
  const isReached = once(silent, "connection");
  const sent = sendToDiscord({ url: new URL(ADDRESS) }, "Hej", base, 50);
  // The time limit ends once the text is on its way.
  await isReached;
  over.abort(new DOMException("The time is over.", "TimeoutError"));
  expect(await sent).toEqual({ is: "later", error: "TIMEOUT" });
  expect(sockets.size).toBe(1);
  for (const socket of sockets) socket.destroy();
  silent.close();
  expect(await send()).toEqual({ is: "sent" });
  expect(patience.mock.calls).toEqual([[50], [5000]]);
  patience.mockRestore();
});

test("a server that is away is told by the name of the failure alone", async () => {
  await server.goAway();
  // The connection that was kept is lost, or a new one is refused.
  expect(await send()).toEqual({ is: "later", error: expect.stringMatching(/^(ECONN\w+|UND_ERR_SOCKET)$/) as string });
  await server.comeBack();
});
