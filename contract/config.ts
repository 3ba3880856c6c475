import type { SecurityProfile } from "./states.ts";

/** Facts that `/config.json` tells the front end: the address of the data, the public key, the profile. */
export type AppConfig = {
  /** Address of the back end; empty means the page's own origin. */
  supabaseUrl: string;
  publishableKey: string;
  securityProfile: SecurityProfile;
  /** Address at which drivers find the installation (PUBLIC_URL); the page's own when left out. */
  publicUrl?: string;
  /** The company's zone, whose clock all screens show; `Europe/Stockholm` when left out. */
  timeZone?: string;
  /** Build of the front end that the server has: a page of another build is offered the new one. */
  build?: string;
  /** The lowest version of the front end that may still be used: a page of a lower version takes the new one without being asked. */
  lowestVersion?: string;
};
