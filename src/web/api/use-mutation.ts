import {
  type DefaultError,
  hashKey,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useLibraryMutation,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A mutation of TanStack Query whose second press does nothing. A button is disabled only by the next drawing, and two
 * quick taps come before it: the second request would be refused for what the first has just done, and the refusal told
 * after a success. While the last call is under way, one with the same input is dropped.
 */
export function useMutation<Answer, Failure = DefaultError, Input = void, Context = unknown>(
  options: UseMutationOptions<Answer, Failure, Input, Context>,
): UseMutationResult<Answer, Failure, Input, Context> {
  const mutation = useLibraryMutation(options);
  const { mutateAsync } = mutation;
  const last = useRef<{ input: string } | null>(null);
  const mutate = useCallback<UseMutateFunction<Answer, Failure, Input, Context>>(
    (...args) => {
      const call = { input: hashKey([args[0]]) };
      if (last.current?.input === call.input) return;
      last.current = call;
      mutateAsync(...args)
        // The failure is in the result, and told by `onError`.
        .catch(() => {})
        .finally(() => {
          if (last.current === call) last.current = null;
        });
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
