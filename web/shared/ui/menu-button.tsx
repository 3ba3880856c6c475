import { Ellipsis } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** The button `⋯` of a menu. */
export function MenuButton({ label, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <Button {...rest} variant="ghost" size="icon" aria-label={label} title={label}>
      <Ellipsis aria-hidden="true" />
    </Button>
  );
}
