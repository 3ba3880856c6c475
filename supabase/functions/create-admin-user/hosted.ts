/** The surroundings of a function on Supabase: its runtime and its settings. On the single server `server/functions` gives the same. */

/** The part of Supabase's runtime that functions use. */
declare const Deno: {
  env: { get: (name: string) => string | undefined };
  serve: (handler: (request: Request) => Promise<Response>) => unknown;
};

/** The value of a setting, or undefined. */
export const settingOf = (name: string): string | undefined => Deno.env.get(name);

function required(name: string): string {
  const value = settingOf(name);
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** The services that every function calls. */
export const SERVICES = {
  supabaseUrl: required("SUPABASE_URL"),
  secretKey: required("SUPABASE_SERVICE_ROLE_KEY"),
  fetch: (request: Request) => fetch(request),
};

/**
 * The surroundings of functions that browsers call. The profile is `hardened` unless the secret SECURITY_PROFILE says `specified`
 * (decisions §4). Any origin may call, since the front end may be anywhere.
 */
export const SURROUNDINGS = {
  ...SERVICES,
  securityProfile: settingOf("SECURITY_PROFILE") === "specified" ? "specified" : "hardened",
  allowedOrigin: settingOf("ALLOWED_ORIGIN") ?? "*",
} as const;

export const serve = (handler: (request: Request) => Promise<Response>): unknown => Deno.serve(handler);
