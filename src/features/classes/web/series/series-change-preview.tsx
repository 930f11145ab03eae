import { Alert, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import type { SeriesChangePlan } from '../../contract.ts';
import { dayOfYear } from './use-repeats-in-words.ts';

/**
 * What a change of days, time or end would do to a series: the classes that are made and cancelled, whose they are, and
 * those that keep their start.
 */
export function SeriesChangePreview({ plan, endChanges }: { plan: SeriesChangePlan; endChanges: boolean }) {
  const { t, i18n } = useTranslation('classes');
  const { until, added, cancelled, students, left, begun, leftAfterEnd } = plan;
  const inWords = (day: string) => dayInWords(day, i18n.language, dayOfYear);
  const skipped = plan.skipped.map(({ day, name }) => t('repeats.holiday', { day: inWords(day), name }));
  if (left === 0) return <Notes color="cup" notes={[t('repeats.nothing')]} />;
  const notes = [
    endChanges && (until ? t('repeats.will.end', { last: inWords(until) }) : t('repeats.will.goOn')),
    added > 0 && t('repeats.will.add', { count: added }),
    cancelled > 0 &&
      `${t('repeats.will.cancel', { count: cancelled })} ${t('repeats.will.students', { count: students })}`,
    added + cancelled === 0 && t('repeats.will.same'),
    skipped.length > 0 && t('repeats.skipped', { days: enumerate(skipped, i18n.language) }),
    begun > 0 && t('repeats.will.begun', { count: begun }),
    leftAfterEnd > 0 && t('repeats.will.stay', { count: leftAfterEnd }),
  ];
  return (
    <Notes
      color={cancelled + begun > 0 ? 'cup' : 'live'}
      notes={notes.filter((note) => typeof note === 'string')}
    />
  );
}

function Notes({ color, notes }: { color: 'cup' | 'live'; notes: string[] }) {
  return (
    <Alert mt="md" color={color} variant="light" icon={<IconRepeat aria-hidden />} role="status">
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
    </Alert>
  );
}
