import { isCaseRefusal } from "#data/data-error.ts";
import { SubmitError } from "#shared/form/use-form.ts";

/** Runs a form's call; a refusal that names a field of the form stands at that field. @throws SubmitError, or the call's error */
export async function toldAtField<Result>(fields: readonly string[], call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isCaseRefusal(error)) throw error;
    const { field = "", message } = error;
    throw fields.includes(field) ? new SubmitError("", { [field]: message }) : new SubmitError(message);
  }
}
