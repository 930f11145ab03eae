import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useInvitingAddress } from '#features/coins/web/use-inviting-address.ts';
import { monthInWords } from '#shared/time/calendar-words.ts';
import { useInSlices } from '#web/api/use-in-slices.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ShareMenu } from '#web/ui/share/share-menu.tsx';
import { useFailureToast } from '#web/ui/toasts/use-failure-toast.ts';
import { cupBoardQuery, cupSeasonsQuery } from '../queries.ts';
import { CupFacts, CupFactsLoading } from './cup-facts.tsx';
import { CupFilterBar } from './cup-filter-bar.tsx';
import { useCupFilters } from './cup-filters.ts';
import { CupFormula } from './cup-formula.tsx';
import { CupList } from './cup-list.tsx';
import { CupLoading } from './cup-loading.tsx';
import { OwnPosition } from './own-position.tsx';
import { SeasonPicker } from './season-picker.tsx';

// Only a closed month has winners.
const CupWinners = lazyComponent(async () => (await import('./cup-winners.tsx')).CupWinners);

/** The server describes the cup (`sharing/preview`), with the figures of the day. */
export const meta = () => pageMeta(i18n.t('page.title', { ns: 'cup' }));

/** The public page of the cup: the live board, or that of an earlier month. */
export default function RankingPage() {
  const { t, i18n } = useTranslation(['cup', 'shell']);
  const { number } = useFigures();
  const { moment } = useDates();
  const month = (month: string) => monthInWords(month, i18n.language);
  const [filters, choose] = useCupFilters();
  const board = useInfiniteQuery(cupBoardQuery(filters));
  const pages = useInSlices(board.data)?.pages;
  const seasonsRead = useQuery(cupSeasonsQuery);
  const seasons = useInSlices(seasonsRead.data);
  const { account } = useAccount();
  const first = pages?.[0];
  const season = first?.season ?? null;
  const closedAt = seasons?.items.find((one) => one.season === season)?.closedAt ?? null;
  // The moment is an element of its own, in which a prerendered page puts the reader's own time.
  const [beforeMoment, afterMoment] = t('page.updated', { moment: '|' }).split('|');
  const isFirstRead = (!pages && !board.error) || (!seasons && !seasonsRead.error);
  // Before the first cup of a community, nothing can be filtered, shared or looked up.
  const isWithoutBoard = first !== undefined && season === null;
  useFailureToast(board.error, t('page.failed'));

  function shown() {
    if (!pages && board.error)
      return <ErrorState error={board.error} title={t('page.failed')} onRetry={board.refetch} />;
    const isEmpty = first?.items.length === 0;
    // The facts above an empty board may be none, and would leave it where it does not stay.
    if (!pages || (isEmpty && isFirstRead)) return <CupLoading />;
    if (isEmpty) {
      return (
        <EmptyBoard
          ofLanguage={filters.language !== ''}
          isSignedIn={account !== null}
          onEveryLanguage={() => choose('language', '')}
        />
      );
    }
    return <CupList board={board} order={filters.order} />;
  }

  // When prerendered there is no `location`, and the menu that shows the address is closed.
  const site = import.meta.env.SSR ? '' : window.location.origin;
  const address = useInvitingAddress(`${site}/ranking`);

  return (
    <div>
      <PageHeader
        title={t('page.title')}
        accent="cup"
        text={season ? t('page.season', { month: month(season) }) : t('page.text')}
        actions={
          <>
            {!isWithoutBoard && (
              <ShareMenu
                title={t('page.title')}
                message={t('page.invitation', { link: address })}
                address={address}
              />
            )}
            {season && seasons && (
              <SeasonPicker
                season={season}
                seasons={seasons.items}
                onChange={(chosen) => choose('season', chosen)}
              />
            )}
            {isFirstRead && <Skeleton component="span" h="2.625rem" w="12.75rem" radius="xl" />}
            {account && !isFirstRead && !isWithoutBoard && <OwnPosition own={first?.own ?? null} />}
          </>
        }
      />
      {season && seasons && (
        <CupFacts
          season={season}
          closedAt={closedAt}
          settings={seasons.settings}
          own={first?.own ?? null}
          missing={first?.missing ?? null}
          order={filters.order}
        />
      )}
      {isFirstRead && <CupFactsLoading />}
      {pages && !seasons && seasonsRead.error && (
        <ErrorState
          isPart
          error={seasonsRead.error}
          title={t('closing.failed')}
          onRetry={seasonsRead.refetch}
        />
      )}
      {season && closedAt && (
        <Suspense fallback={<LoadingBlocks heights={['14rem']} mb="md" />}>
          <CupWinners season={season} language={filters.language} />
        </Suspense>
      )}
      {/* Appears together with the facts above it, whose height is not known before, so that it does not jump. */}
      {!isFirstRead && !isWithoutBoard && (
        <CupFilterBar
          filters={filters}
          languages={first?.languages ?? []}
          own={account?.languages ?? []}
          onFilter={choose}
        />
      )}
      {/* Reserves its line while loading, so that the layout does not shift. */}
      <Text c="dimmed" size="sm" mb="md" mih="1lh" role="status">
        {first?.updatedAt && (
          <>
            {t('page.people', { count: first.total, n: number(first.total) })} · {beforeMoment}
            <time dateTime={first.updatedAt}>{moment(first.updatedAt)}</time>
            {afterMoment}
          </>
        )}
      </Text>
      {shown()}
      {first && first.items.length > 0 && seasons && (
        <CupFormula order={filters.order} settings={seasons.settings} />
      )}
    </div>
  );
}

/** No line of the month, or none of the chosen language. */
function EmptyBoard({
  ofLanguage,
  isSignedIn,
  onEveryLanguage,
}: {
  ofLanguage: boolean;
  isSignedIn: boolean;
  onEveryLanguage: () => void;
}) {
  const { t } = useTranslation(['cup', 'shell']);
  return (
    <EmptyState
      title={t('page.empty')}
      text={ofLanguage ? t('page.emptyLanguage') : t('page.emptyText')}
      action={
        ofLanguage ? (
          <Button variant="default" onClick={onEveryLanguage}>
            {t('page.everyLanguage')}
          </Button>
        ) : (
          <Button component={Link} to={isSignedIn ? '/conversation-clubs' : '/quiz'} color="cup">
            {t(isSignedIn ? 'shell:menu.liveClubs' : 'shell:menu.start')}
          </Button>
        )
      }
    />
  );
}
