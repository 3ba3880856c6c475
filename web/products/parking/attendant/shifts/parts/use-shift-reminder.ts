import { useEffect } from "react";
import { SHIFT } from "#contract/limits.ts";
import { toast } from "#shared/feedback/toast.ts";

/** The reminder (document 1 §9). The list waits for no other text of shifts. */
const REMINDER = "Glöm inte att registrera ditt skift!";

/** The time of the next reminder, in milliseconds since 1970. It continues while the attendant changes screens. */
let dueAt: number | undefined;

/** Reminds the attendant to register the shift, every 10 minutes for 5 seconds (document 1 §9). */
export function useShiftReminder(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function wait() {
      dueAt ??= Date.now() + SHIFT.reminderEveryMs;
      timer = setTimeout(remind, Math.min(SHIFT.reminderEveryMs, Math.max(0, dueAt - Date.now())));
    }
    function remind() {
      toast.info(REMINDER, { duration: SHIFT.reminderLastsMs, matter: "reminder" });
      dueAt = undefined;
      wait();
    }
    wait();
    return () => clearTimeout(timer);
  }, []);
}
