/** The server's configuration: the address of the data, and the security profile. */
import type { AppConfig } from "#contract/config.ts";
import { setTimeZone, timeZone } from "#shared/format/zone.ts";
import { setPublicUrl } from "#shared/own-address.ts";
import { DataError } from "./data-error.ts";
import { fetchInTime } from "./fetch-in-time.ts";

let loading: Promise<AppConfig> | undefined;

/**
 * The configuration of this page, fetched once.
 * @throws DataError with code `network` when the server cannot be reached; the next call tries again.
 */
export function loadConfig(): Promise<AppConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The configuration as the server gives it now, for a page that is open for days. @throws DataError as `loadConfig` does */
export const readConfig = (): Promise<AppConfig> => fetchConfig();

async function fetchConfig(): Promise<AppConfig> {
  const response = await fetchInTime("/config.json").catch((error: unknown) => {
    throw new DataError("network", String(error));
  });
  if (!response.ok) throw new DataError(`http-${response.status}`, response.statusText);
  const config = (await response.json()) as AppConfig;
  setPublicUrl(config.publicUrl);
  if (config.timeZone !== undefined) takeZone(config.timeZone);
  return config;
}

/**
 * A hand-written configuration (hosted Supabase) may name an unknown time zone. The clocks then keep the default, and the console says so.
 */
function takeZone(name: string): void {
  try {
    setTimeZone(name);
  } catch {
    console.error(`/config.json: there is no time zone "${name}"; clocks show ${timeZone()}`);
  }
}
