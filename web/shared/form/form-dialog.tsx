import type { ReactNode } from "react";
import { Dialog, type DialogProps } from "#shared/ui/dialog.tsx";
import { CancelButton, Form, SubmitButton } from "./form.tsx";
import { type FormOptions, type FormState, useForm } from "./use-form.ts";

type FormInDialogProps<Values extends object, Output> = FormOptions<Values, Output> & {
  /** The text of the button that sends the form. */
  submit: string;
  /** The button that sends the form removes or ends something. */
  isDanger?: boolean;
  onClose: () => void;
  /** Runs once the form is saved; left out, the dialog closes. */
  onSaved?: () => void;
  children: (form: FormState<Values>) => ReactNode;
};

type FormDialogProps<Values extends object, Output> = FormInDialogProps<Values, Output> &
  Omit<DialogProps, "open" | "onOpenChange" | "children"> & {
    open?: boolean;
    /** Stands below the form. */
    after?: ReactNode;
  };

/**
 * A dialog with one form: its fields, a button that saves and one that closes. A saved form closes the dialog; a failed save keeps the dialog
 * with what was typed. Each opening begins with the first values.
 */
export function FormDialog<Values extends object, Output>(props: FormDialogProps<Values, Output>) {
  const { title, description, width, lang, open = true, after, ...form } = props;
  return (
    <Dialog {...{ title, description, width, lang, open }} onOpenChange={(isOpen) => isOpen || form.onClose()}>
      <FormInDialog {...form} />
      {after}
    </Dialog>
  );
}

function FormInDialog<Values extends object, Output>({
  submit,
  isDanger = false,
  onClose,
  onSaved = onClose,
  children,
  ...options
}: FormInDialogProps<Values, Output>) {
  const form = useForm<Values, Output>({
    ...options,
    onSubmit: async (typed) => {
      await options.onSubmit(typed);
      onSaved();
    },
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form} variant={isDanger ? "danger" : "primary"}>
            {submit}
          </SubmitButton>
          <CancelButton onClick={onClose} />
        </>
      }
    >
      {children(form)}
    </Form>
  );
}
