import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { uiTexts } from "./texts.ts";
import { readTheme, setTheme, type Theme } from "./theme.ts";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** A small button that walks through device, light and dark; its name says which one is on. */
export function ThemeToggle() {
  const [theme, setShown] = useState(readTheme);
  const Icon = ICONS[theme];
  function handleClick() {
    setTheme(NEXT[theme]);
    setShown(NEXT[theme]);
  }
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={uiTexts.theme[theme]}
      title={uiTexts.theme[theme]}
      onClick={handleClick}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
