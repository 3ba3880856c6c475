import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";

/** What operators and the dispatch administrator type; both fields must be filled, nothing else is asked of them (document 1 §5). */
export const dispatchLoginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.maxLength(USER_ID_LENGTH.max)),
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
});
