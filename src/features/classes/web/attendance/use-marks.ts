import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { type AbsenceReason, markAttendance, noteAbsence, type RosterEntry } from '../../contract.ts';
import { rosterQuery } from '../managed-queries.ts';

type Marks = (Pick<RosterEntry, 'userId' | 'attended'> & Partial<Pick<RosterEntry, 'absence'>>)[];

/**
 * Marks students optimistically: the screen shows each tap at once, and the requests follow one another, because a
 * teacher taps faster than a phone's connection answers. A failed request takes back its own marks, except those that
 * the teacher has changed since, and the roster is read again as soon as the connection allows.
 */
export function useMarks(classId: string) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const { queryKey } = rosterQuery(classId);
  const mutationKey = ['classes', 'marks', classId];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ marks }: { marks: Marks; before: Marks; onSaved: (() => void) | undefined }) =>
      call(markAttendance, { params: { id: classId }, body: { marks } }),
    onSuccess: (_roster, { onSaved }) => onSaved?.(),
    onError: (error, { marks, before }) => {
      const sent = new Map(marks.map(({ userId, attended }) => [userId, attended]));
      show(before, (person) => person.attended === sent.get(person.userId));
      toastFailure(error, t('roll.failed'));
    },
    // The answer to an earlier tap does not contain a later one, so only the last request reads again.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      await queryClient.invalidateQueries({ queryKey: ['classes'] });
    },
  });

  /** Shows the marks, and answers those that were there before. */
  function show(marks: Marks, which: (person: RosterEntry) => boolean = () => true): Marks {
    const roster = queryClient.getQueryData(queryKey);
    if (!roster) return [];
    const becomes = new Map(marks.map((mark) => [mark.userId, mark]));
    const items = roster.items.map((person): RosterEntry => {
      const mark = becomes.get(person.userId);
      if (!mark || !which(person)) return person;
      // A new mark takes off the reason of the absence, and one that is taken back has its own.
      return { ...person, attended: mark.attended, absence: mark.absence ?? null };
    });
    queryClient.setQueryData(queryKey, { ...roster, items });
    return roster.items.filter(({ userId }) => becomes.has(userId));
  }

  /** Shows and sends the marks. */
  function put(marks: Marks, onSaved?: () => void): void {
    if (!queryClient.getQueryData(queryKey) || marks.length === 0) return;
    // A fetch that is under way would overwrite the optimistic marks.
    void queryClient.cancelQueries({ queryKey });
    mutate({ marks, before: show(marks), onSaved });
  }

  /**
   * Marks the students without a mark that `which` names. Once that is saved, a toast says so and takes the marks off
   * again.
   */
  function markUnmarked(attended: boolean, which: (person: RosterEntry) => boolean): void {
    const unmarked = (queryClient.getQueryData(queryKey)?.items ?? []).filter(
      (person) => person.attended === null && which(person),
    );
    const offerUndo = () =>
      toastUndo({
        title: t('roll.undone'),
        undoLabel: t('seat.undo'),
        onUndo: () => put(unmarked.map(({ userId }) => ({ userId, attended: null }))),
      });
    put(
      unmarked.map(({ userId }) => ({ userId, attended })),
      offerUndo,
    );
  }

  const { mutate: note } = useMutation({
    mutationKey,
    // After the mark as absent, which may still be on its way.
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ userId, ...body }: { userId: string; reason: AbsenceReason | null; excused: boolean }) =>
      call(noteAbsence, { params: { id: classId, userId }, body }),
    onSuccess: (roster) => {
      if (queryClient.isMutating({ mutationKey }) <= 1) queryClient.setQueryData(queryKey, roster);
    },
    onError: (error) => toastFailure(error, t('absences.note.failed')),
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      await queryClient.invalidateQueries({ queryKey: ['classes'] });
    },
  });

  return {
    /** Notes why a student was absent, and whether it is excused. */
    note: (userId: string, given: { reason: AbsenceReason | null; excused: boolean }) =>
      note({ userId, ...given }),
    /** Marks one student. */
    mark: (userId: string, attended: boolean) => put([{ userId, attended }]),
    /** Marks every student who has no mark yet. */
    markRest: (attended: boolean) => markUnmarked(attended, () => true),
    /** Marks as present every student without a mark who came through Sumi. */
    markEntered: () => markUnmarked(true, ({ enteredAt }) => enteredAt !== null),
  };
}
