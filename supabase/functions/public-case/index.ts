/** Starts the function on Supabase, alike in both profiles. */
import { handlePublicCase } from "./handler.ts";

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
  // Any origin may call, since the front end may be anywhere, and the function answers only to the keys that a caller sends.
  allowedOrigin: Deno.env.get("ALLOWED_ORIGIN") ?? "*",
  fetch: (request: Request) => fetch(request),
} as const;

Deno.serve((request) => handlePublicCase(request, surroundings));
