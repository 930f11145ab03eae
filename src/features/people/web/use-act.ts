import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';

/**
 * A mutation on a person's account: success shows a toast and invalidates everything shown of people; a refusal shows
 * its text and leaves the dialog open.
 */
export function useAct<Input>(
  act: (input: Input) => Promise<unknown>,
  { done, failed, onDone }: { done: string; failed: string; onDone: () => void },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      toastSuccess(done);
      onDone();
    },
    onError: (error) => toastFailure(error, failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['people'] }),
  });
}
