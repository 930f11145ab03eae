import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { monthInWords } from '#web/i18n/calendar-words.ts';
import { deviceZone } from '#web/i18n/device-zone.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import { cupBoard } from '../queries.ts';
import { useCupFilters } from './cup-filters.ts';
import { CupList } from './cup-list.tsx';
import { CupLoading } from './cup-loading.tsx';
import { FilterBar } from './filter-bar.tsx';
import { OwnPosition } from './own-position.tsx';

export function meta() {
  return [{ title: `${i18n.t('page.title', { ns: 'cup' })} · Sumi` }];
}

/** The public page of the cup. */
export default function RankingPage() {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  const { moment } = useDates(deviceZone());
  const month = (month: string) => monthInWords(month, i18n.language);
  const [filters, change] = useCupFilters();
  const board = useInfiniteQuery(cupBoard(filters));
  const { account } = useAccount();
  const first = board.data?.pages[0];
  useFailureToast(board.error, t('page.failed'));

  function shown() {
    if (!board.data) {
      return board.error ? (
        <ErrorState error={board.error} title={t('page.failed')} onRetry={board.refetch} />
      ) : (
        <CupLoading />
      );
    }
    if (first?.items.length === 0) {
      return (
        <EmptyState
          title={t('page.empty')}
          text={filters.language ? t('page.emptyLanguage') : t('page.emptyText')}
          action={
            filters.language && (
              <Button variant="default" onClick={() => change({ language: '' })}>
                {t('page.everyLanguage')}
              </Button>
            )
          }
        />
      );
    }
    return <CupList board={board} order={filters.order} />;
  }

  return (
    <div>
      <PageHeader
        title={t('page.title')}
        accent="cup"
        text={first?.season ? t('page.season', { month: month(first.season) }) : t('page.text')}
        actions={account && <OwnPosition own={first?.own ?? null} />}
      />
      <FilterBar filters={filters} languages={first?.languages ?? []} onChange={change} />
      {/* Reserves its line while loading, so that the layout does not shift. */}
      <Text c="dimmed" size="sm" mb="md" mih="1lh" role="status">
        {first?.updatedAt &&
          t('page.people', { count: first.total, n: number(first.total) }) +
            ' · ' +
            t('page.updated', { moment: moment(first.updatedAt) })}
      </Text>
      {shown()}
      {first && first.items.length > 0 && (
        <Text c="dimmed" size="sm" mt="lg">
          {t(`page.formula.${filters.order}`)}
        </Text>
      )}
    </div>
  );
}
