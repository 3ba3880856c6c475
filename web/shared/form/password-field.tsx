import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { controlClass, Field, splitField } from "./field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

export type PasswordFieldProps = TextFieldProps & {
  /** The names of the button that shows and hides the password; without them there is no such button. */
  reveal?: { show: string; hide: string };
};

/** A field for a password. The browser's password manager needs `autoComplete` ("current-password" or "new-password"). */
export function PasswordField({ value, onChange, reveal, ...props }: PasswordFieldProps) {
  const [frame, rest] = splitField(props);
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
            className={clsx(controlClass, reveal !== undefined && "pr-14")}
          />
          {reveal !== undefined && (
            <button
              type="button"
              aria-label={isShown ? reveal.hide : reveal.show}
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
