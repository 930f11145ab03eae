import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';

/**
 * Whether a person typed something in what is open, until it is saved. What was typed and is being saved is kept until
 * it is: a form that fails to be saved is not lost. `counts` says of which fields.
 */
export function useTyped(counts: (field: Element) => boolean) {
  const [isTyped, setTyped] = useState(false);
  const isSubmitting = useRef(false);
  /** The mutation that the last submit began. */
  const saving = useRef<Mutation | null>(null);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated') return;
        const { action, mutation } = event;
        if (isSubmitting.current && action.type === 'pending') saving.current = mutation;
        if (action.type === 'success' && mutation === saving.current) setTyped(false);
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
        saving.current = null;
        setTyped(true);
      },
      // Around what the form does with its submit. One that its validation stops begins no mutation.
      onSubmitCapture({ currentTarget, target }: FormEvent) {
        isSubmitting.current = target instanceof Element && currentTarget.contains(target);
      },
      onSubmit() {
        isSubmitting.current = false;
      },
    },
  };
}
