import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useLanguage } from "#shared/ui/language.ts";
import { controlClass, Field, splitField } from "./field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

const passwordTexts = {
  sv: { label: "Lösenord", show: "Visa lösenord", hide: "Dölj lösenord" },
  en: { label: "Password", show: "Show password", hide: "Hide password" },
} as const;

export type PasswordFieldProps = Omit<TextFieldProps, "label"> & {
  /** The label; by default "Password". */
  label?: string;
  /** Draws a button that shows and hides the password. */
  reveal?: boolean;
};

/** A field for a password. The browser's password manager needs `autoComplete` ("current-password" or "new-password"). */
export function PasswordField({ value, onChange, label, reveal = false, ...props }: PasswordFieldProps) {
  const texts = passwordTexts[useLanguage()];
  const [frame, rest] = splitField({ ...props, label: label ?? texts.label });
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...frame}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            aria-required={frame.required}
            type={isShown ? "text" : "password"}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={clsx(controlClass, reveal && "pr-14")}
          />
          {reveal && (
            <button
              type="button"
              aria-label={isShown ? texts.hide : texts.show}
              disabled={frame.disabled}
              onClick={() => setIsShown(!isShown)}
              className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <Icon aria-hidden="true" className="size-5" />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
