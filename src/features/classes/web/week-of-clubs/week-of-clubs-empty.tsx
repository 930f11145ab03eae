import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The empty state of a week, with a link to the next one. */
export function WeekOfClubsEmpty({ nextWeek }: { nextWeek: string }) {
  const { t } = useTranslation('classes');
  return (
    <EmptyState
      title={t('weekOfClubs.empty')}
      text={t('weekOfClubs.emptyText')}
      action={
        <Button component={Link} to={{ search: nextWeek }} preventScrollReset variant="default">
          {t('week.next')}
        </Button>
      }
    />
  );
}
