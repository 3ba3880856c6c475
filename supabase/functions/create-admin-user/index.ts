/** Starts the function on Supabase. The profile decides who may do what. */
import { handleCreateAdminUser } from "./handler.ts";
import { serve, SURROUNDINGS } from "./hosted.ts";

serve((request) => handleCreateAdminUser(request, SURROUNDINGS));
