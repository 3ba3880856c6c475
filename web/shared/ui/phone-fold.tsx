import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";

type PhoneFoldProps = {
  label: string;
  /** Whether the parts are unfolded from the start, because some are in use. */
  isInUse?: boolean;
  /** Unfolds the parts, because something in them is wrong. */
  isWrong?: boolean;
  children: ReactNode;
};

/**
 * Links or filters above a list, or the rarer fields of a form. On a phone a button unfolds them, so that the list begins in sight; on a
 * wider screen they always show.
 */
export function PhoneFold({ label, isInUse = false, isWrong = false, children }: PhoneFoldProps) {
  const [isUnfolded, setOpen] = useState(isInUse);
  const isOpen = isUnfolded || isWrong;
  const id = useId();
  return (
    <>
      <Button
        size="small"
        className="justify-self-start md:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <ChevronDown aria-hidden="true" className={clsx(isOpen && "rotate-180")} />
      </Button>
      <div id={id} className={clsx(!isOpen && "max-md:hidden")}>
        {children}
      </div>
    </>
  );
}
