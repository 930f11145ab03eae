import {
  type DefaultError,
  hashKey,
  type MutationFunction,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useLibraryMutation,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { toastFailure } from '../ui/toasts/toast.ts';

type Options<Answer, Failure, Input, Context> = UseMutationOptions<Answer, Failure, Input, Context> & {
  mutationFn: MutationFunction<Answer, Input>;
};

/**
 * A mutation of TanStack Query whose second press does nothing. A button is disabled only by the next drawing, and two
 * quick taps come before it: the second request would be refused for what the first has just done, and the refusal told
 * after a success. Until the last call is answered, one with the same input is dropped. A mutation without an `onError`
 * of its own shows its error where it was sent from; once that is gone, a toast tells the failure.
 */
export function useMutation<Answer, Failure = DefaultError, Input = void, Context = unknown>({
  mutationFn,
  ...options
}: Options<Answer, Failure, Input, Context>): UseMutationResult<Answer, Failure, Input, Context> {
  const last = useRef<string | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const mutation = useLibraryMutation<Answer, Failure, Input, Context>({
    onError(error) {
      if (isGone.current) toastFailure(error, i18n.t('unfinished', { ns: 'shell' }));
    },
    ...options,
    async mutationFn(input, context) {
      try {
        return await mutationFn(input, context);
      } finally {
        if (last.current === hashKey([input])) last.current = null;
      }
    },
  });
  const { mutate: send } = mutation;
  const mutate = useCallback<UseMutateFunction<Answer, Failure, Input, Context>>(
    (...args) => {
      const input = hashKey([args[0]]);
      if (last.current === input) return;
      last.current = input;
      send(...args);
    },
    [send],
  );
  return { ...mutation, mutate };
}
