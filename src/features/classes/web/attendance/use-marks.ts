import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure } from '#web/ui/toast.ts';
import { markAttendance, type RosterEntry } from '../../contract.ts';
import { rosterOf } from '../queries.ts';

type Marks = { userId: string; attended: boolean }[];

/**
 * Marks people of a class, each tap at once on the screen and one after the other at the server: whoever calls a
 * roll taps faster than a phone's connection answers. What could not be kept is read again.
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
    // The answer to an earlier tap knows nothing of a later one: the last of them reads what holds.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      await queryClient.invalidateQueries({ queryKey: ['classes'] });
    },
  });

  /** What each person's mark becomes, from how the roll stands at this very moment; null leaves them as they are. */
  function mark(becomes: (person: RosterEntry) => boolean | null): void {
    const roster = queryClient.getQueryData(queryKey);
    if (!roster) return;
    // A reading under way would put back what was there before the tap.
    void queryClient.cancelQueries({ queryKey });
    const items = roster.items.map((person) => ({ ...person, attended: becomes(person) ?? person.attended }));
    queryClient.setQueryData(queryKey, { ...roster, items });
    const marks = roster.items.flatMap((person): Marks => {
      const attended = becomes(person);
      return attended === null ? [] : [{ userId: person.userId, attended }];
    });
    if (marks.length > 0) mutate(marks);
  }

  return {
    /** The first tap on somebody says that they were there, the next that they were not, and so on. */
    tap: (userId: string) => mark((person) => (person.userId === userId ? person.attended !== true : null)),
    /** Everybody who has not been marked yet. */
    markRest: (attended: boolean) => mark((person) => (person.attended === null ? attended : null)),
  };
}
