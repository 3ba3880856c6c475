/** Starts the function on Supabase, where a cron job calls it (docs/messages.md). */
import { handleDeliverMessages } from "./handler.ts";
import { createMailer, mailSettingsOf } from "./mail.ts";

/** The part of Supabase's runtime that this file uses. */
declare const Deno: {
  env: { get: (name: string) => string | undefined };
  serve: (handler: (request: Request) => Promise<Response>) => unknown;
};

const setting = (name: string): string => {
  const value = Deno.env.get(name);
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

// Settings like the server's of the same names. Ports 25 and 587 are closed there.
const mail = mailSettingsOf(Deno.env.get("SMTP_URL"), Deno.env.get("MAIL_FROM"));

const surroundings = {
  supabaseUrl: setting("SUPABASE_URL"),
  secretKey: setting("SUPABASE_SERVICE_ROLE_KEY"),
  fetch: (request: Request) => fetch(request),
  mailer: mail === null ? null : createMailer(mail),
  publicUrl: Deno.env.get("PUBLIC_URL")?.replace(/\/$/, "") ?? null,
  timeZone: Deno.env.get("TIME_ZONE") ?? "Europe/Stockholm",
};

Deno.serve((request) => handleDeliverMessages(request, surroundings));
