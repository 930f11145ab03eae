import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showReported } from '#features/reports/contract.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import type { Application } from '../contract.ts';

/** Shows again the public page of a teacher that was hidden after a report. */
export function useShowPage(): (teacher: Application) => void {
  const { t } = useTranslation('teachers');
  const queryClient = useQueryClient();
  const show = useMutation({
    mutationFn: ({ id }: Application) => call(showReported, { params: { kind: 'teacher', subject: id } }),
    onSuccess: (_, { name }) => toastSuccess(t('admin.pageShown'), name),
    onError: (error) => toastFailure(error, t('admin.showPageFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['teachers'] }),
  });
  return show.mutate;
}
