import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { MenuButton } from "./menu-button.tsx";

export type MenuItem = {
  label: string;
  icon: LucideIcon;
  onChoose: () => void;
  /** Whether the choice moves the focus; otherwise the focus returns to the menu's button. */
  movesFocus?: boolean;
};

export type MenuProps = {
  /** The name of the button and of the menu. */
  label: string;
  /** A line above the choices. */
  heading?: string;
  items: readonly MenuItem[];
};

const loadList = () => import("./menu-list.tsx");

/** A button `⋯` with a menu of choices that have no room beside it. The menu's code loads after the first paint. */
export function Menu(props: MenuProps) {
  const list = useLazyCode(loadList);
  const [isAsked, setIsAsked] = useState(false);
  if (list !== undefined) return <list.MenuList {...props} startsOpen={isAsked} />;
  return <MenuButton label={props.label} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsAsked(true)} />;
}
