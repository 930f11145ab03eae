import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { clockTime } from '#shared/time/zones.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import { Loading, LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Profile } from '../contract.ts';
import { firstName, partOfDay } from '../rules.ts';
import classes from './dashboard.module.css';
import { LanguageProgress } from './language-progress.tsx';
import { LastMovements } from './last-movements.tsx';
import { profileQuery } from './queries.ts';
import { QuickActions } from './quick-actions.tsx';
import { StatCards } from './stat-cards.tsx';

export const meta = () => pageMeta(i18n.t('dashboard.title', { ns: 'profiles' }));

/**
 * A person's own first page: how far they are and where to go on. What is still loading keeps the room that it will
 * fill, so that nothing on the page moves when it comes.
 */
export default function DashboardPage() {
  const { t } = useTranslation('profiles');
  const { account } = useAccount();
  const zone = useReaderZone();
  const { data, error, refetch } = useQuery(profileQuery);
  if (error && !data) {
    return (
      <>
        <h1 className="visually-hidden">{t('dashboard.title')}</h1>
        <ErrorState error={error} onRetry={refetch} />
      </>
    );
  }
  const name = firstName(data?.name ?? account?.name ?? '');
  const hour = Number(clockTime(new Date().toISOString(), zone).slice(0, 2));
  const onStreak = data !== undefined && data.streakDays > 0;
  return (
    <div>
      <div className={classes.greeting}>
        <PageHeader
          title={t(`dashboard.greeting.${partOfDay(hour)}`, { name })}
          text={
            data ? (
              t(onStreak ? 'dashboard.onStreak' : 'dashboard.noStreak', { count: data.streakDays })
            ) : (
              <Skeleton component="span" display="block" h="1lh" w="18rem" maw="100%" />
            )
          }
          accent="live"
        />
        <InkDrop mood={onStreak ? 'proud' : 'happy'} size="sm" />
      </div>
      <div className={classes.parts}>
        {/* The next class and what is left to do today, which other features fill in, and the figures. */}
        <div className={classes.first} data-for-kid={account?.ageGroup === 'kid' || undefined}>
          <ShellSlotPlace name="part" />
          <ShellSlotPlace name="aside" />
          {data ? <StatCards profile={data} /> : <StatsLoading />}
        </div>
        {data ? <Parts profile={data} /> : <LoadingBlocks heights={['16rem']} />}
      </div>
    </div>
  );
}

function Parts({ profile }: { profile: Profile }) {
  return (
    <>
      <QuickActions ageGroup={profile.ageGroup} />
      <div className={classes.columns}>
        <LanguageProgress languages={profile.languages} level={profile.level} />
        <LastMovements />
      </div>
    </>
  );
}

function StatsLoading() {
  return (
    <Loading className={classes.stats}>
      {['streak', 'coins', 'videos', 'time'].map((stat) => (
        <Skeleton key={stat} radius="lg" />
      ))}
    </Loading>
  );
}
