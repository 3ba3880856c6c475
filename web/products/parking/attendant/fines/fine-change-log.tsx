import { type FocusEvent, type ReactNode, useRef } from "react";
import type { Log } from "#session/actions/use-activity-log.ts";

/** Fields with a log entry of their own, made elsewhere or under another name. */
const AMOUNT = "amount";
const VIOLATION = "violation";

type FineChangeLogProps = {
  /** The form's values as they are now. */
  values: Readonly<Record<string, string>>;
  log: Log;
  children: ReactNode;
};

/**
 * Logs a changed field when it is left (document 1 §7: ticket_form_change, ticket_amount_change): one entry a visit to a field
 * says as much as one a letter. Free texts are not copied into the log, only their field's name.
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
