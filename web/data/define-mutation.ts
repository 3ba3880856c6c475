/** Makes the hook of a call that changes data, for every table's mutations.ts. */
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { isDuplicate } from "./data-error.ts";

/**
 * Makes the hook of a call. After the call the queries under `invalidates` are fetched again. This also happens when a key is taken, by
 * another person or by an earlier attempt whose answer was lost, because the lists do not show that row yet. The error of a failed call is
 * a DataError.
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
