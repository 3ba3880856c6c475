/** Starts the function on Supabase, where a cron job calls it (docs/messages.md). */
import { serve, SERVICES, settingOf } from "../create-admin-user/hosted.ts";
import { handleDeliverMessages } from "./handler.ts";
import { createMailer, mailSettingsOf } from "./mail.ts";

// Settings with the names that the server's have. Hosted Supabase closes ports 25 and 587.
const mail = mailSettingsOf(settingOf("SMTP_URL"), settingOf("MAIL_FROM"));

const surroundings = {
  ...SERVICES,
  mailer: mail === null ? null : createMailer(mail),
  publicUrl: settingOf("PUBLIC_URL")?.replace(/\/$/, "") ?? null,
  timeZone: settingOf("TIME_ZONE") ?? "Europe/Stockholm",
};

serve((request) => handleDeliverMessages(request, surroundings));
