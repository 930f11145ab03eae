import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';

/**
 * One thing an administrator does to somebody: done, it is said and everything shown of people is asked for
 * again; refused, the reason is said and the dialog stays.
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
