// Types of @supabase/lite that it uses and does not export by name.
import type { Connection, IntrospectResult, VarsContext } from "@supabase/lite";

export type { IntrospectResult, VarsContext };
export type ConnectionContextOptions = NonNullable<Parameters<Connection["withContext"]>[2]>;
/** Kysely without a schema, as lite hands it on. */
export type Database = Parameters<Parameters<Connection["withContext"]>[1]>[0];
