// `npm run factor-secrets`: prints the plain secrets of second factors as SQL, for a move to hosted Supabase.
import { readSecrets } from "#server/secrets.ts";
import { plainSecretStatements } from "#server/sign-in/factor-secrets.ts";
import { onSource, printTold } from "./command-line.ts";

await printTold(() =>
  onSource("factor-secrets", async (database) => {
    const { factorKeys } = await readSecrets(database);
    const statements = await plainSecretStatements(database, factorKeys);
    return statements.map((statement) => `${statement}\n`).join("");
  }),
);
