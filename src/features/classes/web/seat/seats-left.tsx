import { Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ClassCard } from '../../contract.ts';
import { leavesLateAtOnce, seatsLeft } from '../../rules.ts';
import { SeatRow } from './seat-row.tsx';

/** How many seats a class has left, beside what the reader can do about one, and whether they can give it back. */
export function SeatsLeft({
  liveClass,
  now,
  children,
}: {
  liveClass: ClassCard;
  now: Date;
  children?: ReactNode;
}) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { allowed, rules, myAbsence } = liveClass;
  const startsAt = new Date(liveClass.startsAt);
  // Where they left it late before, another leaving adds nothing.
  const wouldCount = myAbsence === null && leavesLateAtOnce({ ...liveClass, startsAt }, rules, now);
  return (
    <>
      <SeatRow
        icon={<IconUsers size="1.25rem" aria-hidden />}
        says={t('seats.left', { count: seatsLeft(liveClass) })}
      >
        {children}
      </SeatRow>
      {allowed.enrol === null && wouldCount && (
        <Text size="sm" c="dimmed">
          {t('seat.leavesLateAtOnce', { hours: number(rules.freeHours) })}
        </Text>
      )}
    </>
  );
}
