import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import { Words } from "#shared/ui/words.tsx";
import type { FormState } from "./use-form.ts";

type FormProps<Values extends object> = {
  form: FormState<Values>;
  /** The buttons. The form's message stands right above them, where people look after a press. */
  actions?: ReactNode;
  /** The form's id, for buttons that stand elsewhere. */
  id?: string;
  /** The form's name for screen readers, when the page has more than one form. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A form driven by `useForm`: its fields, the message of the whole form, and the buttons. */
export function Form<Values extends object>({ form, actions, id, label, className, children }: FormProps<Values>) {
  return (
    <form
      {...form.formProps}
      id={id}
      aria-label={label}
      aria-busy={form.isPending || undefined}
      className={clsx("grid gap-5", className)}
    >
      {children}
      <FormMessage id={form.messageId} text={form.message} />
      {actions !== undefined && <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">{actions}</div>}
    </form>
  );
}

/**
 * The message of the whole form. The element is always in the page, so that screen readers speak a text that comes later. While the
 * message's own place is below the window, it sticks to the window's lower edge, because a field may have no message of its own.
 */
export function FormMessage({ id, text }: { id?: string; text: string | undefined }) {
  return (
    <div
      id={id}
      role="alert"
      className={text === undefined ? "hidden" : "sticky bottom-[calc(0.75rem+var(--lower-bar,0px))] z-10"}
    >
      {text !== undefined && (
        <p className="flex items-start gap-2.5 rounded-control border-l-4 border-danger bg-danger-soft px-4 py-3 font-medium">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
          <span className="min-w-0 wrap-anywhere">
            <Words text={text} />
          </span>
        </p>
      )}
    </div>
  );
}

/** The button that sends a form; it shows when a save is running. */
export function SubmitButton<Values extends object>({
  form,
  ...rest
}: Omit<ButtonProps, "form"> & { form: FormState<Values> }) {
  return <Button variant="primary" {...rest} type="submit" pending={form.isPending} />;
}

/** The button beside the submit button, which cancels the form. Its text is "cancel" by default. */
export function CancelButton({ children, ...props }: ButtonProps) {
  const { cancel } = uiTexts[useLanguage()];
  return <Button {...props}>{children ?? cancel}</Button>;
}
