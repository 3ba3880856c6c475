/** Starts the function on Supabase, alike in both profiles. It answers only to the keys that a caller sends. */
import { serve, SURROUNDINGS } from "../create-admin-user/hosted.ts";
import { handlePublicCase } from "./handler.ts";

serve((request) => handlePublicCase(request, SURROUNDINGS));
