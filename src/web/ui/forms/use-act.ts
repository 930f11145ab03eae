import { type MutationKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation.ts';
import { toastFailure, toastSuccess } from '../toasts/toast.ts';

/** The title of a toast, or its title and its message. */
type Said = string | readonly [title: string, message: string];

/**
 * A mutation that tells in a toast how it went. It is pending until what it made stale has been read again, after a
 * failure too: the page may have shown what was no longer true. `isPending` is of the latest call; a list whose rows
 * are acted on one by one finds in `pending` the input of each call until then. After a refusal a dialog stays open,
 * for only `onDone` closes it. A page that the person left meanwhile tells it too, which what is given to `mutate`
 * would not, so `onDone` does not navigate. What writes into the cache before the answer or looks at the error is
 * written with `useMutation` itself. By the name of this function the build knows which modules have refusals told,
 * and need their texts (scripts/web-build/texts-by-page.ts).
 */
export function useAct<Answer, Input = void>(
  act: (input: Input) => Promise<Answer>,
  {
    stale,
    done,
    failed,
    onDone,
    mutationKey,
  }: {
    /** What the keys of the queries begin with that are read again. */
    stale: QueryKey;
    /** What a success says; without it the page shows it, or `onDone` says it. */
    done?: Said | ((answer: Answer, input: Input) => Said);
    /** The title of a failure, above its reason. */
    failed: string;
    onDone?: ((answer: Answer, input: Input) => void) | undefined;
    mutationKey?: MutationKey;
  },
) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<readonly Input[]>([]);
  const mutation = useMutation({
    mutationKey,
    mutationFn: act,
    onMutate: (input) => setPending((all) => [...all, input]),
    onSuccess(answer, input) {
      const said = typeof done === 'function' ? done(answer, input) : done;
      if (typeof said === 'string') toastSuccess(said);
      else if (said) toastSuccess(...said);
      onDone?.(answer, input);
    },
    onError: (error) => toastFailure(error, failed),
    async onSettled(_answer, _error, input) {
      await queryClient.invalidateQueries({ queryKey: stale });
      setPending((all) => all.filter((it) => it !== input));
    },
  });
  return { ...mutation, pending };
}
