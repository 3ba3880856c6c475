import * as v from "valibot";
import { texts } from "../texts.ts";

const { landing, signUp } = texts;

const email = v.pipe(v.string(), v.trim(), v.nonEmpty(landing.emailMissing), v.rfcEmail(landing.emailWrong));

/** What a person types to sign in. */
export const signInSchema = v.object({
  email,
  password: v.pipe(v.string(), v.nonEmpty(landing.passwordMissing)),
});

const isRepeated = ({ password, confirm }: { password: string; confirm: string }) => password === confirm;

/** What a person types to make an account; both passwords must be the same (document 1 §5). */
export const signUpSchema = v.pipe(
  v.object({
    email,
    password: v.pipe(v.string(), v.nonEmpty(landing.passwordMissing)),
    confirm: v.pipe(v.string(), v.nonEmpty(landing.confirmMissing)),
  }),
  // Twice: once for the form's message, once for the field's.
  v.check((typed) => typed.confirm === "" || isRepeated(typed), signUp.mismatchTitle),
  v.forward(
    v.check((typed) => typed.confirm === "" || isRepeated(typed), signUp.mismatch),
    ["confirm"],
  ),
);
