import { Alert, Group, Text } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassCard } from '../../contract.ts';
import { fewestLearners, learnersMissing } from '../../rules.ts';

type Club = Pick<ClassCard, 'kind' | 'status' | 'startsAt' | 'seatsTaken' | 'maxStudents'>;

/** How many learners a club lacks near its start; 0 for every other class. */
export function missingIn(club: Club, now: Date): number {
  return learnersMissing({ ...club, startsAt: new Date(club.startsAt) }, now);
}

/** Says that a club lacks learners, beside the ways to get some. */
export function FewLearners({
  missing,
  isHost = false,
  children,
}: {
  missing: number;
  /** Whether the reader may cancel it. */
  isHost?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('classes');
  return (
    <Alert color="cup" icon={<IconUsersPlus aria-hidden />} title={t('fewCome.missing', { count: missing })}>
      <Text size="sm" mb="sm">
        {t(isHost ? 'fewCome.toHost' : 'fewCome.text', { fewest: fewestLearners })}
      </Text>
      <Group gap="xs">{children}</Group>
    </Alert>
  );
}
