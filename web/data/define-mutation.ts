/** A plain call that changes data, and its hook: the recipe that every table's mutations.ts follows. */
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { isDuplicate } from "./data-error.ts";

/**
 * The hook of a call: it runs the call and then has the queries under `invalidates` fetched again, also when a key is taken:
 * by somebody else, or by an earlier attempt whose answer was lost, and the lists do not show it yet.
 * The error of a failed call is a DataError.
 */
export function defineMutation<Input, Result>(
  call: (input: Input) => Promise<Result>,
  invalidates: readonly QueryKey[] = [],
): () => UseMutationResult<Result, Error, Input> {
  return function useDefinedMutation() {
    const cache = useQueryClient();
    const refetch = () => Promise.all(invalidates.map((queryKey) => cache.invalidateQueries({ queryKey })));
    return useMutation({
      mutationFn: call,
      onSuccess: refetch,
      onError: (error) => {
        if (isDuplicate(error)) void refetch();
      },
    });
  };
}
