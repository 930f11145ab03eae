import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';

/**
 * Whether a person typed something in what is open, until it is saved. What was typed and is being saved is kept until
 * it is: a form that fails to be saved is not lost. `counts` says of which fields.
 */
export function useTyped(counts: (field: Element) => boolean) {
  const [isTyped, setTyped] = useState(false);
  const isSent = useRef(false);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (!isSent.current || event.type !== 'updated' || event.action.type !== 'success') return;
        isSent.current = false;
        setTyped(false);
      }),
    [queryClient],
  );
  return {
    isTyped,
    forget: () => setTyped(false),
    /** For the root of what is open. What opens over it bubbles here too, and is not in it. */
    watch: {
      onInput({ currentTarget, target }: FormEvent) {
        if (!(target instanceof Element && currentTarget.contains(target) && counts(target))) return;
        isSent.current = false;
        setTyped(true);
      },
      onSubmit({ currentTarget, target }: FormEvent) {
        if (target instanceof Element && currentTarget.contains(target)) isSent.current = true;
      },
      // A form that was refused, or that its validation stopped, is not saved by what is pressed next.
      onClickCapture() {
        if (!queryClient.isMutating()) isSent.current = false;
      },
    },
  };
}
