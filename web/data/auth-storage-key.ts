/** The browser storage key of the signed-in account of supabase-js. It stands apart from the client, which loads later. */
export const AUTH_STORAGE_KEY = "parkering.auth";
