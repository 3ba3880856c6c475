import { useEffect, useRef } from "react";
import type { UnitNews } from "#data/units/roster.ts";
import { toast } from "#shared/feedback/toast.ts";
import { noticeOf } from "../rules/notice.ts";

/** How long what comes after a notice is gathered into the next one, in milliseconds. */
const GATHER_MS = 2000;

/** Tells what other people did to units: the first change at once, those that follow closely together. */
export function useUnitNotices(): (news: UnitNews) => void {
  const gathered = useRef<UnitNews[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell() {
    const notice = noticeOf(gathered.current.splice(0));
    timer.current = notice === undefined ? undefined : setTimeout(tell, GATHER_MS);
    if (notice !== undefined) toast.info(notice.text, { description: notice.description });
  }

  return (news) => {
    gathered.current.push(news);
    if (timer.current === undefined) tell();
  };
}
