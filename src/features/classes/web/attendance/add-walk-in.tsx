import { Avatar, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guardianFirst } from '#features/accounts/contract.ts';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { addWalkIn, enrolRefusals, type ManagedClass, type WalkIn } from '../../contract.ts';
import { rosterQuery, walkInsQuery } from '../managed-queries.ts';
import styles from './roll-call.module.css';

/** Adds a person to the open roll who came without a seat: a search, and a button for each person found. */
export function AddWalkIn({ liveClass }: { liveClass: ManagedClass }) {
  const { t } = useTranslation('classes');
  const [open, setOpen] = useState(false);
  const refusal = liveClass.allowed.addWalkIn;
  if (refusal === enrolRefusals.full.code) {
    return (
      <Text size="sm" c="dimmed">
        {t('roll.walkIn.full')}
      </Text>
    );
  }
  if (refusal !== null) return null;
  if (open) return <Search classId={liveClass.id} />;
  return (
    <Button
      variant="default"
      leftSection={<IconUserPlus size="1.25rem" aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('roll.walkIn.open')}
    </Button>
  );
}

/** The shortest search that the server takes. */
const shortest = 3;

function Search({ classId }: { classId: string }) {
  const { t } = useTranslation(['classes', 'shell']);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [search] = useDebouncedValue(typed.trim(), 300);
  const { data, isFetching, error } = useQuery({
    ...walkInsQuery(classId, search),
    enabled: search.length >= shortest,
  });
  const found = search.length >= shortest ? data?.items : undefined;

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
        description={t('roll.walkIn.text')}
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
        <ul className={styles.people} aria-label={t('roll.walkIn.open')}>
          {found.map((person) => (
            <Found key={person.userId} classId={classId} person={person} onAdded={startOver} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Found({
  classId,
  person: { userId, name, image, refusal },
  onAdded,
}: {
  classId: string;
  person: WalkIn;
  onAdded: () => void;
}) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => call(addWalkIn, { params: { id: classId }, body: { userId } }),
    onSuccess: (roster) => {
      queryClient.setQueryData(rosterQuery(classId).queryKey, roster);
      toastSuccess(t('roll.walkIn.done', { name }));
      onAdded();
    },
    onError: (error) => toastFailure(error, t('roll.walkIn.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <li className={styles.person}>
      <Avatar src={image} alt="" aria-hidden radius="xl" color="brand">
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        {refusal && (
          <span className={styles.facts}>
            {t(refusal === guardianFirst.code ? 'roll.walkIn.noConsent' : 'roll.walkIn.planTooLow')}
          </span>
        )}
      </span>
      <Group>
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
      </Group>
    </li>
  );
}
