/** Makes the hook of a call that changes data, for every table's mutations.ts. */
import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  type Acting,
  type ActingOnDevice,
  type ActingPerson,
  useActing,
  useActingOnDevice,
  useActingPerson,
} from "./acting.ts";
import { isDuplicate } from "./data-error.ts";

/**
 * Makes the hook of a call, which is made in the name of the person who acts on the screen. After the call the queries under `invalidates`
 * are fetched again. This also happens when a key is taken, by another person or by an earlier attempt whose answer was lost, because the
 * lists do not show that row yet. The error of a failed call is a DataError.
 */
export function defineMutation<Input, Result>(
  call: (acting: Acting, input: Input) => Promise<Result>,
  invalidates: readonly QueryKey[] = [],
): () => UseMutationResult<Result, Error, Input> {
  return function useDefinedMutation() {
    return useCall(useActing(), call, invalidates);
  };
}

/**
 * `defineMutation` for a call of people with an ID; its hook works only on their screens. `onAnswer` puts an answer into the cache before the
 * fetch.
 */
export function definePersonMutation<Input, Result>(
  call: (acting: ActingPerson, input: Input) => Promise<Result>,
  invalidates: readonly QueryKey[] = [],
  onAnswer?: (cache: QueryClient, answer: Result) => void,
): () => UseMutationResult<Result, Error, Input> {
  return function useDefinedMutation() {
    return useCall(useActingPerson(), call, invalidates, onAnswer);
  };
}

/** `defineMutation` for a call of people who may store data on the device. */
export function defineAttendantMutation<Input, Result>(
  call: (acting: ActingOnDevice, input: Input) => Promise<Result>,
  invalidates: readonly QueryKey[] = [],
): () => UseMutationResult<Result, Error, Input> {
  return function useDefinedMutation() {
    return useCall(useActingOnDevice(), call, invalidates);
  };
}

function useCall<Actor, Input, Result>(
  acting: Actor,
  call: (acting: Actor, input: Input) => Promise<Result>,
  invalidates: readonly QueryKey[],
  onAnswer?: (cache: QueryClient, answer: Result) => void,
) {
  const cache = useQueryClient();
  const refetch = () => Promise.all(invalidates.map((queryKey) => cache.invalidateQueries({ queryKey })));
  return useMutation<Result, Error, Input>({
    mutationFn: (input) => call(acting, input),
    onSuccess: (answer) => {
      onAnswer?.(cache, answer);
      return refetch();
    },
    onError: (error) => {
      if (isDuplicate(error)) void refetch();
    },
  });
}
