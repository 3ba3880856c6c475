import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { useLanguage } from "./language.ts";
import { uiTexts } from "./texts.ts";
import { onThemeChange, readTheme, setTheme, type Theme } from "./theme.ts";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** The choice between device, light and dark: the name and sign of the current one, and a function that takes the next. */
export function useThemeChoice() {
  // A prerendered page does not know the person's choice.
  const theme = useSyncExternalStore<Theme>(onThemeChange, readTheme, () => "system");
  return { name: uiTexts[useLanguage()].theme[theme], icon: ICONS[theme], takeNext: () => setTheme(NEXT[theme]) };
}

/** A small button that changes between device, light and dark; its name says the current choice. */
export function ThemeToggle() {
  const { name, icon: Icon, takeNext } = useThemeChoice();
  return (
    <Button variant="ghost" size="icon" aria-label={name} title={name} onClick={takeNext}>
      <Icon aria-hidden="true" />
    </Button>
  );
}
