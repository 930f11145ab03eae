import { Button, Center, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import styles from '../card-grid.module.css';
import { CardsLoading } from '../cards-loading.tsx';
import { pastClasses } from '../queries.ts';
import { ClassCard } from '../seat/class-card.tsx';

/** What the reader took part in, the last first; what they attended can be rated. */
export function PastClasses({ now, zone }: { now: Date; zone: string }) {
  const { t } = useTranslation('classes');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pastClasses);
  useFailureToast(error, t('page.failed'));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <CardsLoading />;

  const classes = data.pages.flatMap(({ items }) => items);
  if (classes.length === 0) return <EmptyState title={t('past.empty')} text={t('past.emptyText')} />;
  return (
    <Stack gap="xl">
      <div className={styles.grid}>
        {classes.map((liveClass) => (
          <ClassCard key={liveClass.id} liveClass={liveClass} now={now} zone={zone} titleOrder={2} withDay />
        ))}
      </div>
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('page.more')}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
