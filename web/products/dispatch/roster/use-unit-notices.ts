import { useEffect, useRef } from "react";
import type { UnitNews } from "#data/units/roster.ts";
import { toast } from "#shared/feedback/toast.ts";
import { noticeOf } from "../rules/notice.ts";

/** The time in which further changes are gathered into the next notice, in milliseconds. */
const GATHER_MS = 2000;

/** Shows notices about changes by other people: the first at once, close followers together. */
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
