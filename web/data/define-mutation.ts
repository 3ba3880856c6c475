/** A plain call that changes data, and its hook: the recipe that every table's mutations.ts follows. */
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * The hook of a call: it runs the call and then has the queries under `invalidates` fetched again.
 * The error of a failed call is a DataError.
 */
export function defineMutation<Input, Result>(
  call: (input: Input) => Promise<Result>,
  invalidates: readonly QueryKey[] = [],
): () => UseMutationResult<Result, Error, Input> {
  return function useDefinedMutation() {
    const cache = useQueryClient();
    return useMutation({
      mutationFn: call,
      onSuccess: async () => {
        await Promise.all(invalidates.map((queryKey) => cache.invalidateQueries({ queryKey })));
      },
    });
  };
}
