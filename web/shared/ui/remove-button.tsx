import { Trash2 } from "lucide-react";
import { Button, type ButtonProps } from "./button.tsx";

/** The button at the end of a row that removes the row's thing; `aria-label` names the thing. */
export function RemoveButton({ children, ...rest }: ButtonProps) {
  return (
    <Button variant="quiet" size="small" {...rest}>
      <Trash2 aria-hidden="true" />
      {children}
    </Button>
  );
}
