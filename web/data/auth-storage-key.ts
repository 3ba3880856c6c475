/** Where supabase-js keeps the signed-in account in browser storage; apart from the client, which is loaded later. */
export const AUTH_STORAGE_KEY = "parkering.auth";
