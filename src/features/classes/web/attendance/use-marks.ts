import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure } from '#web/ui/toast.ts';
import { toastUndo } from '#web/ui/toast-undo.tsx';
import { markAttendance, type RosterEntry } from '../../contract.ts';
import { rosterOf } from '../queries.ts';

type Marks = { userId: string; attended: boolean | null }[];

/**
 * Marks students optimistically: the screen shows each tap at once, and the requests follow one another, because a
 * teacher taps faster than a phone's connection answers. After a failed request the roster is read again.
 */
export function useMarks(classId: string) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const { queryKey } = rosterOf(classId);
  const mutationKey = ['classes', 'marks', classId];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (marks: Marks) => call(markAttendance, { params: { id: classId }, body: { marks } }),
    onError: (error) => toastFailure(error, t('roll.failed')),
    // The answer to an earlier tap does not contain a later one, so only the last request reads again.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      await queryClient.invalidateQueries({ queryKey: ['classes'] });
    },
  });

  /** Shows and sends the marks. */
  function put(marks: Marks): void {
    const roster = queryClient.getQueryData(queryKey);
    if (!roster || marks.length === 0) return;
    const becomes = new Map(marks.map(({ userId, attended }) => [userId, attended]));
    // A fetch that is under way would overwrite the optimistic marks.
    void queryClient.cancelQueries({ queryKey });
    const items = roster.items.map((person): RosterEntry => {
      const attended = becomes.get(person.userId);
      return attended === undefined ? person : { ...person, attended };
    });
    queryClient.setQueryData(queryKey, { ...roster, items });
    mutate(marks);
  }

  return {
    /** Marks one student. */
    mark: (userId: string, attended: boolean) => put([{ userId, attended }]),
    /** Marks every student who has no mark yet, with a toast that takes the marks off again. */
    markRest: (attended: boolean) => {
      const unmarked = (queryClient.getQueryData(queryKey)?.items ?? []).filter(
        (person) => person.attended === null,
      );
      put(unmarked.map(({ userId }) => ({ userId, attended })));
      toastUndo({
        title: t('roll.undone'),
        undoLabel: t('seat.undo'),
        onUndo: () => put(unmarked.map(({ userId }) => ({ userId, attended: null }))),
      });
    },
  };
}
