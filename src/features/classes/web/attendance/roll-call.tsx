import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { enrolRefusals, type ManagedClass, type RosterEntry } from '../../contract.ts';
import { rosterOf } from '../queries.ts';
import styles from './roll-call.module.css';
import { RollCallRow } from './roll-call-row.tsx';
import { useMarks } from './use-marks.ts';

/** Who has a seat in a class, and from its start on, who was there: one tap a person. */
export function RollCall({ liveClass }: { liveClass: ManagedClass }) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery(rosterOf(liveClass.id));
  const { tap, markRest } = useMarks(liveClass.id);
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingBlocks heights={['3.5rem']} times={4} gap="xs" />;
  const people = data.items;
  if (people.length === 0) {
    return <EmptyState title={t('roll.empty')} text={t('roll.emptyText')} titleOrder={3} />;
  }
  const refusal = liveClass.allowed.callRoll;
  const unmarked = people.filter(({ attended }) => attended === null);
  return (
    <Stack gap="sm">
      {refusal === null ? (
        <RollProgress people={people} />
      ) : (
        <Text size="sm" c="dimmed">
          {t(refusal === enrolRefusals.cancelled.code ? 'moment.cancelled' : 'roll.notYet')}
        </Text>
      )}
      <ul className={styles.people} aria-label={t('roll.label')}>
        {people.map((person) => (
          <RollCallRow
            key={person.userId}
            person={person}
            onTap={refusal === null ? () => tap(person.userId) : undefined}
          />
        ))}
      </ul>
      {refusal === null && unmarked.length > 0 && (
        <Group grow gap="xs" preventGrowOverflow={false}>
          <Button
            color="live"
            leftSection={<IconChecks size="1.25rem" aria-hidden />}
            onClick={() => markRest(true)}
          >
            {t(unmarked.length === people.length ? 'roll.allCame' : 'roll.restCame')}
          </Button>
          {unmarked.length < people.length && (
            <Button variant="default" onClick={() => markRest(false)}>
              {t('roll.restDidNot')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function RollProgress({ people }: { people: readonly RosterEntry[] }) {
  const { t } = useTranslation('classes');
  const there = people.filter(({ attended }) => attended === true).length;
  const marked = people.filter(({ attended }) => attended !== null).length;
  return (
    <Stack gap="xs">
      <Group justify="space-between" aria-live="polite">
        <Text size="sm" fw={700}>
          {t('roll.marked', { count: marked, all: people.length })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('roll.there', { count: there })}
        </Text>
      </Group>
      <Progress
        value={(marked / people.length) * 100}
        color="teach"
        aria-label={t('roll.marked', { count: marked, all: people.length })}
      />
    </Stack>
  );
}
