import { Card, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { Fold } from '#web/ui/lists/fold.tsx';
import type { OwnAbsences } from '../../contract.ts';
import { OwnAbsence } from './own-absence.tsx';

/** While the booking of clubs is paused for the reader: until when, why, and what they can do. */
export function PausedClubs({ absences: { rules, items }, until }: { absences: OwnAbsences; until: string }) {
  const { t } = useTranslation('classes');
  const { start } = useDates();
  const { number } = useFigures();
  const titleId = useId();
  const counting = items.filter(({ excused }) => !excused);
  return (
    <Card component="section" aria-labelledby={titleId} mb="lg">
      <Stack>
        <Stack gap="xs">
          <Title order={2} size="h4" id={titleId}>
            {t('absences.paused.title', { until: start(until) })}
          </Title>
          <Text>
            {t('absences.paused.text', {
              count: rules.pausingAbsences,
              most: number(rules.pausingAbsences),
              days: number(rules.countedDays),
            })}
          </Text>
          <Text>{t('absences.paused.todo')}</Text>
        </Stack>
        {/* The clubs stand below, and on a phone a list would keep them out of sight. */}
        <Fold title={t('absences.paused.see', { count: counting.length })}>
          <Stack>
            {counting.map(({ classId, title, startsAt, ...absence }) => (
              <OwnAbsence
                key={classId}
                classId={classId}
                title={title}
                absence={absence}
                heading={`${title} · ${start(startsAt)}`}
              />
            ))}
          </Stack>
        </Fold>
      </Stack>
    </Card>
  );
}
