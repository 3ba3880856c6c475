import { type FocusEvent, type ReactNode, useRef } from "react";
import type { Log } from "#session/actions/use-activity-log.ts";

/** Fields whose log entry is written elsewhere or under another name. */
const AMOUNT = "amount";
const VIOLATION = "violation";

type FineChangeLogProps = {
  /** The form's current values. */
  values: Readonly<Record<string, string>>;
  log: Log;
  children: ReactNode;
};

/**
 * Logs a changed field when it loses the focus (document 1 §7: ticket_form_change, ticket_amount_change), not at each letter. Of free texts
 * only the field's name is logged.
 */
export function FineChangeLog({ values, log, children }: FineChangeLogProps) {
  const logged = useRef(values);
  function handleBlur({ target }: FocusEvent<HTMLElement>) {
    const name = target.getAttribute("name");
    const value = name === null ? undefined : values[name];
    if (name === null || value === undefined || value === logged.current[name]) return;
    logged.current = { ...logged.current, [name]: value };
    if (name === AMOUNT) log("ticket_amount_change", { amount: value });
    else if (name !== VIOLATION) log("ticket_form_change", { field: name });
  }
  return <div onBlur={handleBlur}>{children}</div>;
}
