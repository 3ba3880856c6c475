import * as v from "valibot";
import { texts } from "../texts.ts";

const { landing, signUp } = texts;

const email = v.pipe(v.string(), v.trim(), v.nonEmpty(landing.emailMissing), v.rfcEmail(landing.emailWrong));

/** The rules of a sign-in. */
export const signInSchema = v.object({
  email,
  password: v.pipe(v.string(), v.nonEmpty(landing.passwordMissing)),
});

const isRepeated = ({ password, confirm }: { password: string; confirm: string }) => password === confirm;

/** The rules of a new account; both passwords must be equal (document 1 §5). */
export const signUpSchema = v.pipe(
  v.object({
    email,
    password: v.pipe(v.string(), v.nonEmpty(landing.passwordMissing)),
    confirm: v.pipe(v.string(), v.nonEmpty(landing.confirmMissing)),
  }),
  // The check stands twice: for the form's message and for the field's.
  v.check((typed) => typed.confirm === "" || isRepeated(typed), signUp.mismatchTitle),
  v.forward(
    v.check((typed) => typed.confirm === "" || isRepeated(typed), signUp.mismatch),
    ["confirm"],
  ),
);
