import * as v from "valibot";
import type { Entry, EntryKind } from "./entries.ts";
import { entryTexts } from "./entry-texts.ts";

/** The format name in a queue's file. */
export const QUEUE_FORMAT = "parkering-queue-1";

export type QueuedEntry = Entry & { id: string; at: number };
export type QueueFile = {
  format: typeof QUEUE_FORMAT;
  project: string | null;
  /** The attendant of the queue. */
  userId: string;
  entries: QueuedEntry[];
  /** The files, by the IDs in the entries. */
  files: Record<string, { type: string; base64: string }>;
};

const schema = v.object({
  format: v.literal(QUEUE_FORMAT),
  project: v.nullable(v.string()),
  userId: v.string(),
  entries: v.array(
    v.looseObject({
      kind: v.picklist(Object.keys(entryTexts.kinds) as EntryKind[]),
      id: v.string(),
      at: v.number(),
      payload: v.looseObject({}),
    }),
  ),
  files: v.record(v.string(), v.object({ type: v.string(), base64: v.string() })),
});

/** The queue in a file's text; undefined when it is no queue. */
export function readQueueFile(text: string): QueueFile | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? (read.output as unknown as QueueFile) : undefined;
  } catch {
    return undefined;
  }
}
