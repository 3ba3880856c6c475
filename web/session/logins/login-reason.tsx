/** The reason why a person sees a login. A toast shows it and goes; the form keeps it for a person who looks at the phone later. */
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** The router state of a way to a login: the reason, with the toast's text. */
export type LoginReasonState = { reason?: string | undefined };

/**
 * The reason that came with this address, shown inside a login's form until the person types or sends. Nothing without a reason. Its
 * attribute `data-login` says that the screen is a login, where toasts are said and not drawn (feedback/toast-host.tsx).
 */
export function LoginReason() {
  const { key, state } = useLocation();
  const [overAt, setOverAt] = useState<string>();
  const place = useRef<HTMLOutputElement>(null);
  const reason = (state as LoginReasonState | null)?.reason;
  const isShown = typeof reason === "string" && overAt !== key;
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!isShown || !form) return undefined;
    const end = () => setOverAt(key);
    // A value that the browser fills in is not typed.
    const endIfTyped = (event: InputEvent) => event.inputType !== "insertReplacementText" && end();
    form.addEventListener("beforeinput", endIfTyped);
    form.addEventListener("submit", end);
    return () => {
      form.removeEventListener("beforeinput", endIfTyped);
      form.removeEventListener("submit", end);
    };
  }, [isShown, key]);
  if (!isShown) return <span hidden data-login="" />;
  return (
    <output
      ref={place}
      data-login=""
      className="flex items-start gap-2.5 rounded-control border-l-4 border-danger bg-danger-soft px-4 py-3 font-medium"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      {reason}
    </output>
  );
}
