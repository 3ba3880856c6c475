import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";

/**
 * Links or filters above a list. On a phone a button unfolds them, so that the list begins in sight; on a wider screen they always show.
 */
export function PhoneFold({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
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
