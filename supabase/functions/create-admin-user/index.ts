/** Starts the function on Supabase. The profile is `hardened` unless the secret SECURITY_PROFILE says `specified` (decisions §4). */
import { handleCreateAdminUser } from "./handler.ts";

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

const surroundings = {
  supabaseUrl: setting("SUPABASE_URL"),
  secretKey: setting("SUPABASE_SERVICE_ROLE_KEY"),
  securityProfile: Deno.env.get("SECURITY_PROFILE") === "specified" ? "specified" : "hardened",
  // Any origin may call, since the front end may be anywhere; the profile decides who may do what.
  allowedOrigin: Deno.env.get("ALLOWED_ORIGIN") ?? "*",
  fetch: (request: Request) => fetch(request),
} as const;

Deno.serve((request) => handleCreateAdminUser(request, surroundings));
