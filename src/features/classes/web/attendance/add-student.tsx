import { Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { searchPauseMs } from '#web/ui/forms/typing-pauses.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import {
  addWalkIn,
  attendanceRefusals,
  type Candidate,
  enrolRefusals,
  type ManagedClass,
  shortestSearch,
} from '../../contract.ts';
import { candidatesQuery, rosterQuery } from '../managed-queries.ts';
import { PersonRow } from './person-row.tsx';
import styles from './roll-call.module.css';
import { useEnrolStudent } from './use-enrol-student.ts';
import { useUndoSeat } from './use-undo-seat.ts';

/** How a person gets a seat here: enrolled before the start, or as a walk-in while the roll is open. */
type Way = 'give' | 'walkIn';

/** Gives a seat to a person who has none: a search, and a button for each person found. */
export function AddStudent({ liveClass: { id, allowed } }: { liveClass: ManagedClass }) {
  const { t } = useTranslation('classes');
  const [open, setOpen] = useState(false);
  const way = allowed.addWalkIn === attendanceRefusals.notStarted.code ? 'give' : 'walkIn';
  const refusal = way === 'give' ? allowed.enrolStudent : allowed.addWalkIn;
  const isKept = refusal === enrolRefusals.keptForWaiting.code;
  if (isKept || refusal === enrolRefusals.full.code) {
    return (
      <Text size="sm" c="dimmed">
        {t(isKept ? 'roll.give.kept' : `roll.${way}.full`)}
      </Text>
    );
  }
  if (refusal !== null) return null;
  if (open) return <Search classId={id} way={way} />;
  return (
    <Button
      variant="default"
      leftSection={<IconUserPlus size="1.25rem" aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t(`roll.${way}.open`)}
    </Button>
  );
}

function Search({ classId, way }: { classId: string; way: Way }) {
  const { t } = useTranslation(['classes', 'shell']);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [search] = useDebouncedValue(typed.trim(), searchPauseMs);
  const { data, isFetching, error } = useQuery({
    ...candidatesQuery(classId, search),
    enabled: search.length >= shortestSearch,
  });
  const found = search.length >= shortestSearch ? data?.items : undefined;

  // The pressed button leaves with the list, and the next person is searched for here.
  function startOver(): void {
    setTyped('');
    field.current?.focus();
  }

  return (
    <Stack gap="xs">
      <TextInput
        ref={field}
        type="search"
        autoFocus
        label={t('roll.walkIn.label')}
        description={t(`roll.${way}.text`)}
        autoComplete="off"
        maxLength={254}
        value={typed}
        rightSection={isFetching && <Loader size="xs" aria-label={t('shell:loading')} />}
        error={error ? t('form.teachersFailed') : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {found?.length === 0 && !isFetching && (
        <Text size="sm" role="status">
          {t('roll.walkIn.none')}
        </Text>
      )}
      {found && found.length > 0 && (
        <ul className={styles.people} aria-label={t(`roll.${way}.open`)}>
          {found.map((person) => (
            <Found
              key={person.userId}
              classId={classId}
              way={way}
              person={person}
              search={search}
              onAdded={startOver}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Found({
  classId,
  way,
  person,
  search,
  onAdded,
}: {
  classId: string;
  way: Way;
  person: Candidate;
  search: string;
  onAdded: () => void;
}) {
  const { t } = useTranslation('classes');
  const { name, refusal } = person;
  const enrol = useEnrolStudent(classId, person, { search, onEnrolled: onAdded });
  const walkIn = useWalkIn(classId, { ...person, search }, onAdded);
  const add = way === 'give' ? enrol : walkIn;
  return (
    <PersonRow person={person} refusal={refusal}>
      {refusal === null && (
        <Button
          variant="default"
          loading={add.isPending}
          aria-label={t('roll.walkIn.addNamed', { name })}
          onClick={() => add.mutate()}
        >
          {t('roll.walkIn.add')}
        </Button>
      )}
    </PersonRow>
  );
}

function useWalkIn(
  classId: string,
  { userId, name, search }: Candidate & { search: string },
  onAdded: () => void,
) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const offerUndo = useUndoSeat({ id: classId, userId });
  return useMutation({
    mutationFn: () => call(addWalkIn, { params: { id: classId }, query: { search }, body: { userId } }),
    onSuccess: (roster) => {
      queryClient.setQueryData(rosterQuery(classId).queryKey, roster);
      offerUndo(t('roll.walkIn.done', { name }));
      onAdded();
    },
    onError: (error) => toastFailure(error, t('roll.walkIn.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
}
