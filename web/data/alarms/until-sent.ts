/** Sends alarms until the server has them, whoever raises them (document 5 §3). */
import { useSyncExternalStore } from "react";
import { asPulse } from "../contact.ts";
import { isUnreachable } from "../data-error.ts";

/** The pause before an alarm that found no server is sent again, in milliseconds. */
const AGAIN_MS = 1000;

type Unsent = { alarmId: string; unitNumber: string };

/** The units whose alarm found no server yet, by the alarm's id. */
let unsent: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function noteUnsent({ alarmId, unitNumber }: Unsent, isUnsent: boolean): void {
  if (unsent.has(alarmId) === isUnsent) return;
  const others = [...unsent].filter(([id]) => id !== alarmId);
  unsent = new Map(isUnsent ? [...others, [alarmId, unitNumber]] : others);
  for (const listener of listeners) listener();
}

/** The numbers of the units whose alarm found no server yet, by the alarm's id; followed by the screen. */
export const useUnsentAlarms = (): ReadonlyMap<string, string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsent,
  );

/** Sends an alarm; without a network again every second until the server has it. @throws the server's refusal */
export async function untilSent<Answer>(
  alarm: Unsent,
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try follows the one before
      const answer = await asPulse(send);
      noteUnsent(alarm, false);
      return answer;
    } catch (error) {
      noteUnsent(alarm, isUnreachable(error));
      if (!isUnreachable(error)) throw error;
      // oxlint-disable-next-line no-await-in-loop -- the pause before the next try
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
