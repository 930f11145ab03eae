import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastError, toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { enrolStudent } from '../../contract.ts';
import { rosterQuery } from '../managed-queries.ts';
import { useObstacle } from './use-obstacle.ts';
import { useUndoSeat } from './use-undo-seat.ts';

/**
 * Enrols a student for their organiser. While its toast is open it can be undone, but not of a student who waited:
 * their place in the list is gone.
 */
export function useEnrolStudent(
  classId: string,
  { userId, name }: { userId: string; name: string },
  { search, onEnrolled }: { search?: string; onEnrolled?: () => void } = {},
) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const inWords = useObstacle();
  const { queryKey } = rosterQuery(classId);
  const params = { id: classId, userId };
  const offerUndo = useUndoSeat(params);
  return useMutation({
    mutationFn: () => call(enrolStudent, { params, query: { search } }),
    onSuccess: (roster) => {
      const waited = queryClient.getQueryData(queryKey)?.waiting.some((person) => person.userId === userId);
      queryClient.setQueryData(queryKey, roster);
      const title = t('roll.give.done', { name });
      if (waited) toastSuccess(title);
      else offerUndo(title);
      onEnrolled?.();
    },
    onError: (error) => {
      const obstacle = error instanceof CallError ? inWords(error.code) : null;
      if (obstacle) toastError(t('roll.walkIn.failed'), obstacle);
      else toastFailure(error, t('roll.walkIn.failed'));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
}
