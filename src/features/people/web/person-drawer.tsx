import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import type { PersonDetail } from '../contract.ts';
import styles from './people.module.css';
import { type PersonAct, PersonActs } from './person-acts.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonHistories } from './person-histories.tsx';
import { Holdings, Marks } from './person-marks.tsx';
import { personQuery } from './queries.ts';

/** Everything about one person, and the acts on their account. Closed while `id` is null. */
export function PersonDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('people');
  // The person stays in the drawer while it slides out.
  const shownId = useLast(id);
  const { data, error, refetch } = useQuery({ ...personQuery(shownId ?? ''), enabled: id !== null });
  const [act, setAct] = useState<PersonAct | null>(null);
  return (
    <SideDrawer
      hasAddress
      opened={id !== null}
      onClose={onClose}
      size="lg"
      title={data?.name ?? t('person.title')}
    >
      {data && <Person person={data} act={act} onAct={setAct} />}
      {!data &&
        (error ? (
          <ErrorState error={error} title={t('person.failed')} onRetry={refetch} />
        ) : (
          <LoadingBlocks heights={['3.5rem', '8rem', '14rem']} gap="md" />
        ))}
    </SideDrawer>
  );
}

function Person({
  person,
  act,
  onAct,
}: {
  person: PersonDetail;
  act: PersonAct | null;
  onAct: (act: PersonAct | null) => void;
}) {
  const { t } = useTranslation('people');
  return (
    <Stack gap="lg">
      <Group wrap="nowrap" align="start">
        <PersonAvatar person={person} size="lg" />
        <Stack gap="xs" miw={0}>
          <Anchor href={`mailto:${person.email}`} className={styles.email}>
            {person.email}
          </Anchor>
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
      {person.hiddenName && <Text>{t('person.nameHidden', person.hiddenName)}</Text>}
      <PersonActs person={person} act={act} onAct={onAct} />
      <PersonFacts person={person} />
      <PersonHistories person={person} />
    </Stack>
  );
}
