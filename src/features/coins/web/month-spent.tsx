import { Alert } from '@mantine/core';
import { IconCalendarPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dateInWords } from './date-in-words.ts';
import { waysToEarnQuery } from './queries.ts';

/** Says plainly that this month's coins are all given out, and when practice pays again. */
export function MonthSpent() {
  const { t, i18n } = useTranslation('coins');
  const { data } = useQuery(waysToEarnQuery);
  if (!data?.resumesOn) return null;
  return (
    <Alert
      color="cup"
      mb="xl"
      icon={<IconCalendarPause size="1.25rem" aria-hidden />}
      title={t('paused.title')}
    >
      {t('paused.text', { day: dateInWords(data.resumesOn, i18n.language) })}
    </Alert>
  );
}
