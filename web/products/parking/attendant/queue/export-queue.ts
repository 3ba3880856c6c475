import type { Session } from "#session/store.ts";
import { readFile } from "#shared/offline/device-store.ts";
import { ownerOf } from "#session/owner.ts";
import type { Entry } from "#parking/kernel/queue/entries.ts";
import { filesOf } from "./keep.ts";
import { type QueueFile, QUEUE_FORMAT } from "#parking/kernel/queue/queue-file.ts";
import type { WaitingEntry } from "./use-waiting.ts";

/** A file's content in base64. */
function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result.replace(/^[^,]*,/, "") : ""),
    );
    reader.addEventListener("error", () => reject(reader.error ?? new Error("not read")));
    reader.readAsDataURL(file);
  });
}

/** The queue as a file that an admin of the site can send (document 4 §4). The queue itself stays unchanged. */
async function queueFile(rows: readonly WaitingEntry[], session: Session): Promise<QueueFile> {
  const owner = ownerOf("attendant", session);
  const files: QueueFile["files"] = {};
  for (const id of rows.flatMap(filesOf)) {
    // oxlint-disable-next-line no-await-in-loop
    const file = await readFile(owner, id);
    // oxlint-disable-next-line no-await-in-loop
    if (file !== undefined) files[id] = { type: file.type, base64: await toBase64(file) };
  }
  return {
    format: QUEUE_FORMAT,
    project: session.project ?? null,
    userId: session.userId,
    entries: rows.map(({ id, at, ...row }) => ({ ...(row as Entry), id, at })),
    files,
  };
}

/** Saves the queue as a file on the device. */
export async function exportQueue(rows: readonly WaitingEntry[], session: Session): Promise<void> {
  const text = JSON.stringify(await queueFile(rows, session));
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), {
    href: address,
    download: `vantar-${session.userId}-${new Date().toISOString().slice(0, 10)}.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
