import { Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import type { PersonDetail } from '../contract.ts';
import styles from './people.module.css';
import { PersonActs } from './person-acts.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonHistories } from './person-histories.tsx';
import { Holdings, Marks } from './person-marks.tsx';
import { personQuery } from './queries.ts';

/** Everything about one person, and what can be done about them. Closed while nobody is asked for. */
export function PersonDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation(['people', 'shell']);
  const { data, error, refetch } = useQuery({ ...personQuery(id ?? ''), enabled: id !== null });
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={<span className={styles.drawerTitle}>{data?.name ?? t('person.title')}</span>}
      closeButtonProps={{ 'aria-label': t('shell:dialog.close') }}
    >
      {data && <Person person={data} />}
      {!data &&
        (error ? (
          <ErrorState error={error} title={t('person.failed')} onRetry={refetch} />
        ) : (
          <LoadingBlocks heights={['3.5rem', '8rem', '14rem']} gap="md" />
        ))}
    </Drawer>
  );
}

function Person({ person }: { person: PersonDetail }) {
  const { t } = useTranslation('people');
  return (
    <Stack gap="lg">
      <Group wrap="nowrap" align="start">
        <PersonAvatar person={person} size="lg" />
        <Stack gap="xs" miw={0}>
          <Text className={styles.email}>{person.email}</Text>
          <span className={styles.marks}>
            <Text component="span" fw={700}>
              {t(`roles.${person.role}`)}
            </Text>
            <Holdings person={person} />
            <Marks person={person} />
          </span>
        </Stack>
      </Group>
      {person.isBanned && person.banReason && (
        <Text c="red">{t('person.bannedFor', { reason: person.banReason })}</Text>
      )}
      <PersonActs person={person} />
      <PersonFacts person={person} />
      <PersonHistories person={person} />
    </Stack>
  );
}
