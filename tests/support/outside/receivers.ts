// Receivers of messages in tests: a web server that takes webhooks as Discord does, and a real SMTP server. Both can go away and come back.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { MailSettings } from "#functions/deliver-messages/mail.ts";

type Posted = { path: string; content: string; body: Record<string, unknown> };

export type HookServer = {
  /** Address that takes the place of Discord's own. */
  base: string;
  /** Messages that the receiver took, in order. */
  taken: Posted[];
  /** Messages that the receiver refused, in order. */
  refused: Posted[];
  /** Sets the status and the headers of all further answers. */
  answer(status: number, headers?: Record<string, string>): void;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
};

/** An address of a webhook, with a number of its own. */
export const webhook = (number: number): string =>
  `https://discord.com/api/webhooks/${100_000_000_000_000_000n + BigInt(number)}/hemlig-nyckel-${String(number).padStart(8, "0")}`;

/** Starts the web server on a free port. `goAway` ends it too. */
export async function startHookServer(): Promise<HookServer> {
  const taken: Posted[] = [];
  const refused: Posted[] = [];
  let answered: { status: number; headers: Record<string, string> } = { status: 204, headers: {} };
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((request, response) => {
      void text(request).then((sent) => {
        const { status, headers } = answered;
        const body = JSON.parse(sent) as Record<string, unknown>;
        (status < 300 ? taken : refused).push({ path: request.url ?? "", content: String(body["content"]), body });
        response.writeHead(status, headers).end();
      });
    }).listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    base: `http://127.0.0.1:${port}`,
    taken,
    refused,
    answer: (status, headers = {}) => void (answered = { status, headers }),
    goAway: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
    comeBack: async () => void (await listen(port)),
  };
}

type Mail = { from: string; to: string[]; source: string };

export type MailServer = {
  settings: MailSettings;
  taken: Mail[];
  /** Makes the server refuse mail to this address for good. */
  refuse(address: string): void;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
};

/** Starts the mail server on a free port, without TLS and without a login. `goAway` ends it too. */
export async function startMailServer(): Promise<MailServer> {
  const taken: Mail[] = [];
  const refused = new Set<string>();
  let server: SMTPServer;
  const listen = async (port: number) => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      onRcptTo: ({ address }, _session, done) =>
        done(refused.has(address) ? Object.assign(new Error(`no ${address} here`), { responseCode: 550 }) : null),
      onData: (stream, { envelope }, done) => {
        const { mailFrom, rcptTo } = envelope;
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.once("end", () => {
          const source = Buffer.concat(parts).toString("utf8");
          taken.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), source });
          done();
        });
      },
    });
    server.on("error", () => undefined);
    const listening = server.listen(port, "127.0.0.1") as unknown as Server;
    if (!listening.listening) await once(listening, "listening");
    return (listening.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    settings: {
      host: "127.0.0.1",
      port,
      isSecure: false,
      login: null,
      from: { name: "Parkering", address: "parkering@example.se" },
    },
    taken,
    refuse: (address) => void refused.add(address),
    goAway: () => new Promise((resolve) => server.close(() => resolve())),
    comeBack: async () => void (await listen(port)),
  };
}

/** The text of a mail as its reader sees it, with its line breaks. */
export const mailText = (mail: Mail): string => bodyOf(mail).replaceAll("\r\n", "\n");

/** Decodes a mail's body from quoted-printable or base64, as its head says. */
function bodyOf({ source }: Mail): string {
  const [head = "", ...rest] = source.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n").trimEnd();
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll("=\r\n", "")
    .replace(/=([\dA-F]{2})/g, (_found, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
