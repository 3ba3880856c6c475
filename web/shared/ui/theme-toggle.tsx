import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { useLanguage } from "./language.ts";
import { uiTexts } from "./texts.ts";
import { onThemeChange, readTheme, setTheme, type Theme } from "./theme.ts";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** A small button that changes between device, light and dark; its name says the current choice. */
export function ThemeToggle() {
  // A prerendered page does not know the person's choice.
  const theme = useSyncExternalStore<Theme>(onThemeChange, readTheme, () => "system");
  const name = uiTexts[useLanguage()].theme[theme];
  const Icon = ICONS[theme];
  return (
    <Button variant="ghost" size="icon" aria-label={name} title={name} onClick={() => setTheme(NEXT[theme])}>
      <Icon aria-hidden="true" />
    </Button>
  );
}
