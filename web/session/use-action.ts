/** What a logged-in person does to data: the call, its toast and its entries in the activity log, in one hook. */
import type { UseMutationResult } from "@tanstack/react-query";
import type { Json } from "#data/database.gen.ts";
import { messageOf } from "#data/data-error.ts";
import { toast } from "#shared/feedback/toast.ts";
import { waitText } from "#shared/feedback/wait-text.ts";
import type { Log } from "./use-activity-log.ts";

type ActionOptions<Input, Result> = {
  mutation: UseMutationResult<Result, Error, Input>;
  log: Log;
  /** Name in the log; its outcome is noted as `{name}_success` or `{name}_failed` (document 1 §7). */
  name: string;
  success: string;
  failed: string;
  /** What the log notes of the input. */
  about: (input: Input) => { [key: string]: Json };
};

export type Action<Input> = {
  /** Does it and tells whether it succeeded; it never throws. */
  run: (input: Input) => Promise<boolean>;
  /** What is being done right now. */
  pending: Input | undefined;
};

export function useAction<Input, Result>(options: ActionOptions<Input, Result>): Action<Input> {
  const { mutation, log, name, success, failed, about } = options;
  return {
    pending: mutation.isPending ? mutation.variables : undefined,
    run: async (input) => {
      const data = about(input);
      log(name, data);
      try {
        await mutation.mutateAsync(input);
      } catch (error) {
        log(`${name}_failed`, { ...data, error: messageOf(error) });
        toast.error(waitText(error) ?? failed);
        return false;
      }
      log(`${name}_success`, data);
      toast.success(success);
      return true;
    },
  };
}
