import type { SecurityProfile } from "./states.ts";

/** What `/config.json` tells the front end: where data is, with which public key, under which profile. */
export type AppConfig = {
  /** Address of the back end; empty means the page's own origin. */
  supabaseUrl: string;
  publishableKey: string;
  securityProfile: SecurityProfile;
  /** The address at which drivers find the installation (PUBLIC_URL); the page's own when left out. */
  publicUrl?: string;
  /** The company's zone, whose clock all screens show; `Europe/Stockholm` when left out. */
  timeZone?: string;
  /** Which build of the front end the server has: a page of another one is offered the new one. */
  build?: string;
  /** The lowest version of the front end that may still be used: a page of a lower one takes the new one without being asked. */
  lowestVersion?: string;
};
