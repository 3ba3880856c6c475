// Metrics of troubles for Prometheus (deploy/alerts.yaml): parts that are not ready, messages that fail or wait, disks that fill.
import { statfs } from "node:fs/promises";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Database } from "#server/database/driver/connect.ts";
import { PARTS, type Readiness } from "#server/http/readiness.ts";
import { oldestMessageSeconds } from "#server/messages/outbox.ts";

export type TroubleSources = {
  /** Connections to the database with the rights of its owner. */
  database: Database;
  askReadiness: () => Promise<Readiness>;
  /** Folders on this machine that the server writes to, by their contents. */
  folders: Readonly<Record<string, string>>;
};

const CHANNELS = ["discord", "mail", "account-notice"];

/** Adds the metrics, and gives the function that counts a message that could not be sent. */
export function addTrouble(registers: Registry[], sources: TroubleSources): { countFailure(channel: string): void } {
  addReadiness(registers, sources);
  addOldestMessage(registers, sources);
  addDisks(registers, sources);
  const failures = new Counter({
    name: "parkering_message_failures_total",
    help: "Attempts to send a message that failed, by channel.",
    labelNames: ["channel"],
    registers,
  });
  // Each counter begins at 0: a counter that appears with its first failure would not show an increase.
  for (const channel of CHANNELS) failures.inc({ channel }, 0);
  return { countFailure: (channel) => failures.inc({ channel }) };
}

function addReadiness(registers: Registry[], { askReadiness }: TroubleSources): void {
  const gauge: Gauge = new Gauge({
    name: "parkering_ready",
    help: "1 while a part of the server does its work, as /readyz says it: database, roles, writes, notifications, photos.",
    labelNames: ["part"],
    registers,
    collect: async () => {
      const { failed = {}, degraded = {} } = await askReadiness();
      for (const part of PARTS) gauge.set({ part }, Number(!(part in failed || part in degraded)));
    },
  });
}

function addOldestMessage(registers: Registry[], { database }: TroubleSources): void {
  const gauge: Gauge = new Gauge({
    name: "parkering_messages_oldest_seconds",
    help: "Age of the oldest message that waits to be sent; 0 when none waits, nothing while the database does not answer.",
    registers,
    collect: async () => {
      gauge.remove();
      const seconds = await oldestMessageSeconds(database).catch(() => null);
      if (seconds !== null) gauge.set(seconds);
    },
  });
}

function addDisks(registers: Registry[], { folders }: TroubleSources): void {
  const gauge: Gauge = new Gauge({
    name: "parkering_disk_free_bytes",
    help: "Bytes that the server may still write, by what lies in the folder; nothing for a folder that is gone.",
    labelNames: ["folder"],
    registers,
    collect: async () => {
      gauge.reset();
      for (const [folder, path] of Object.entries(folders)) {
        const found = await statfs(path).catch(() => null);
        if (found !== null) gauge.set({ folder }, found.bavail * found.bsize);
      }
    },
  });
}
