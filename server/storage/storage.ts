// The storage service: the calls of the client that the product makes, and nothing else (docs/security.md, Storage).
//
// Contract tests: tests/backend/storage*.test.ts, tests/access/photos.test.ts.
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { endPool, openPool } from "#server/database/connect.ts";
import { readCall } from "./address.ts";
import { createAnswers, type StorageParts } from "./answers.ts";
import { renderRefusal } from "./refusal.ts";
import { createSignatures } from "./signatures.ts";
import { startSweeping } from "./sweep.ts";

export type StorageOptions = Omit<StorageParts, "pool" | "uploads" | "signatures"> & {
  /** The database as its owner. */
  databaseUrl: string;
  /** The same past a pooler. */
  directUrl: string;
  log: Logger;
};

export type Storage = {
  /** Answers a request below /storage/v1 whose body is limited; `incoming` is null for the server's own. */
  answer(request: Request, incoming: IncomingMessage | null): Promise<Response>;
  close(): Promise<void>;
};

/** Connections for what is answered at once, and for uploads, each of which keeps one until its bytes are stored. */
const CONNECTIONS = { answers: 4, uploads: 6 };
const STATEMENT_TIMEOUT_MS = 10_000;
/** An upload waits in its transaction for the store, which has a limit of its own. */
const IDLE_TIMEOUT_MS = 90_000;

/** Makes the service; its first connection is made with the first request. */
export async function createStorage(options: StorageOptions): Promise<Storage> {
  const { store, credentials, log } = options;
  const settings = {
    TimeZone: "UTC",
    statement_timeout: String(STATEMENT_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(IDLE_TIMEOUT_MS),
  };
  const open = (max: number) => openPool(options.databaseUrl, { name: "parkering storage", max, settings });
  const pool = open(CONNECTIONS.answers);
  const uploads = open(CONNECTIONS.uploads);
  await store.prepare(log);
  const sweeping = startSweeping({ databaseUrl: options.directUrl, store, log });
  const answers = createAnswers({ ...options, pool, uploads, signatures: createSignatures(credentials) });
  return {
    answer: async (request, incoming) => {
      const ask = async () => {
        const call = readCall(request);
        return answers[call.kind]({ call, request, incoming });
      };
      const answer = await ask().catch((error: unknown) => {
        const refusal = renderRefusal(error);
        if (refusal === null) throw error;
        if (refusal.status >= 500) log.warn({ message: (error as Error).message }, "the storage could not answer");
        return refusal;
      });
      // A stored file is only ever shown as what it says it is, and runs nothing.
      answer.headers.set("Content-Security-Policy", "default-src 'none'; sandbox");
      if (!answer.headers.has("Cache-Control")) answer.headers.set("Cache-Control", "no-store");
      return answer;
    },
    close: async () => {
      await sweeping.stop();
      await Promise.all([pool, uploads].map((each) => endPool(each, 5000)));
    },
  };
}
