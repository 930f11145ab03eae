import { Alert, Box, Text } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ClassCard } from '../../contract.ts';
import { learnersMissing } from '../../rules.ts';

type Club = Pick<ClassCard, 'kind' | 'status' | 'startsAt' | 'seatsTaken' | 'maxStudents' | 'rules'>;

/** How many learners a club lacks near its start; 0 for every other class. */
export function missingIn(club: Club, now: Date): number {
  return learnersMissing({ ...club, startsAt: new Date(club.startsAt) }, now);
}

/** What is said to a member, to the host, who may cancel it, and to a visitor. */
const words = { member: 'text', host: 'toHost', visitor: 'toVisitor' } as const;

/** Says that a club lacks learners, beside the ways to get some. */
export function FewLearners({
  missing,
  fewest,
  to = 'member',
  children,
}: {
  missing: number;
  /** With how many there is a conversation. */
  fewest: number;
  to?: keyof typeof words;
  children?: ReactNode;
}) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  return (
    <Alert color="cup" icon={<IconUsersPlus aria-hidden />} title={t('fewCome.missing', { count: missing })}>
      <Text size="sm">{t(`fewCome.${words[to]}`, { fewest: number(fewest) })}</Text>
      {children && <Box mt="sm">{children}</Box>}
    </Alert>
  );
}
