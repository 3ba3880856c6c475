// Sends mail by SMTP.
import { createTransport } from "nodemailer";
import { isMailAddress } from "./mail-address.ts";

/** Mail server, and the sender of mail. */
export type MailSettings = {
  host: string;
  port: number;
  /** Whether TLS begins with the first byte; otherwise it is asked for after the greeting. */
  isSecure: boolean;
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
};

/** A sender: an address, or a name before one in angle brackets. */
const SENDER = /^(?:"?(?<name>[^"<>\r\n]*?)"?\s*<(?<inBrackets>[^<>]+)>|(?<bare>\S+))$/;

/** The sender that a text like `Parkering <parkering@example.se>` names, or null. */
export function readSender(text: string): MailSettings["from"] | null {
  const { name = "", inBrackets, bare } = SENDER.exec(text.trim())?.groups ?? {};
  const address = inBrackets ?? bare ?? "";
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}

/** The settings of `SMTP_URL` and `MAIL_FROM`, or null where one is not there. */
export function mailSettingsOf(address: string | undefined, sender: string | undefined): MailSettings | null {
  const from = readSender(sender ?? "");
  if (address === undefined || from === null) return null;
  const { protocol, hostname, port, username, password } = new URL(address);
  const isSecure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    login: username === "" ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    from,
  };
}

export type Mail = { id: string; to: string; subject: string; text: string };

export type MailAnswer = { is: "sent" } | { is: "later" | "given-up"; error: string };

export type Mailer = { send(mail: Mail): Promise<MailAnswer>; close(): void };

const GREETING_MS = 10_000;
const SILENCE_MS = 20_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Makes the sender of mail, which connects only when there is mail to send. */
export function createMailer(settings: MailSettings): Mailer {
  const { login, from } = settings;
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.isSecure,
    // TLS is required with a password, which must not travel where others can read it.
    requireTLS: !settings.isSecure && login !== null && !LOOPBACK.test(settings.host),
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.indexOf("@") + 1);
  return {
    send: async ({ id, to, subject, text }) => {
      if (!isMailAddress(to)) return { is: "given-up", error: "NO ADDRESS" };
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          // The ID is the same at each attempt, so that a receiver can recognise a repeated mail.
          messageId: `<${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { is: "sent" };
      } catch (error) {
        return answerOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A refusal of this receiver or this text is final (5xx after RCPT or DATA). A fault of the server or of the login may be mended. */
function answerOf(error: unknown): MailAnswer {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const isFinal = (responseCode ?? 0) >= 500 && (command === "RCPT TO" || command === "DATA");
  // The server's text is left out: it repeats the receiver's address.
  return {
    is: isFinal ? "given-up" : "later",
    error: responseCode === undefined ? (code ?? "NETWORK") : `SMTP ${responseCode}`,
  };
}
