import type { ReactNode } from "react";
import { Dialog, type DialogProps } from "#shared/ui/dialog.tsx";
import { CancelButton, Form, SubmitButton } from "./form.tsx";
import { type FormOptions, type FormState, useForm } from "./use-form.ts";

type DialogFormProps<Values extends object, Output> = FormOptions<Values, Output> & {
  /** The text of the submit button. */
  submit: string;
  /** Whether the submit button removes or ends something; it is then red. */
  isDanger?: boolean;
  /** The text of the button that gives the form up, when it is not "cancel". */
  cancel?: string | undefined;
  /** Content above the form, with a form of its own perhaps. */
  renderBefore?: (form: FormState<Values>) => ReactNode;
  /** Further buttons. */
  renderMore?: (form: FormState<Values>) => ReactNode;
  className?: string;
  onClose: () => void;
  /** Called after the form was saved; by default the dialog closes. */
  onSaved?: () => void;
  children: (form: FormState<Values>) => ReactNode;
};

type FormDialogProps<Values extends object, Output> = DialogFormProps<Values, Output> &
  Omit<DialogProps, "open" | "onOpenChange" | "children"> & {
    open?: boolean;
    /** Content below the form. */
    after?: ReactNode;
  };

/**
 * A dialog with a form: its fields, a submit button and a cancel button. A saved form closes the dialog; after a failed save the dialog
 * stays with the typed values. Each opening starts with the first values.
 */
export function FormDialog<Values extends object, Output>(props: FormDialogProps<Values, Output>) {
  const { title, description, width, lang, open = true, after, ...form } = props;
  return (
    <Dialog {...{ title, description, width, lang, open }} onOpenChange={(isOpen) => isOpen || form.onClose()}>
      <DialogForm {...form} />
      {after}
    </Dialog>
  );
}

/** The form of a dialog that shows something else before or after it; `onClose` gives up the form. */
export function DialogForm<Values extends object, Output>({
  submit,
  isDanger = false,
  cancel,
  renderBefore,
  renderMore,
  className,
  onClose,
  onSaved = onClose,
  children,
  ...options
}: DialogFormProps<Values, Output>) {
  const form = useForm<Values, Output>({
    ...options,
    onSubmit: async (typed) => {
      await options.onSubmit(typed);
      onSaved();
    },
  });
  return (
    <>
      {renderBefore?.(form)}
      <Form
        form={form}
        className={className}
        actions={
          <>
            <SubmitButton form={form} variant={isDanger ? "danger" : "primary"}>
              {submit}
            </SubmitButton>
            <CancelButton onClick={onClose}>{cancel}</CancelButton>
            {renderMore?.(form)}
          </>
        }
      >
        {children(form)}
      </Form>
    </>
  );
}
