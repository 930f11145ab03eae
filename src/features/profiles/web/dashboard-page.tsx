import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Profile } from '../contract.ts';
import { firstName, partOfDay } from '../rules.ts';
import classes from './dashboard.module.css';
import { LanguageProgress } from './language-progress.tsx';
import { LastMovements } from './last-movements.tsx';
import { profileQuery } from './queries.ts';
import { QuickActions } from './quick-actions.tsx';
import { StatCards } from './stat-cards.tsx';

export function meta() {
  return [{ title: `${i18n.t('dashboard.title', { ns: 'profiles' })} · Sumi` }];
}

/** A person's own first page: how far they are and where to go on. */
export default function DashboardPage() {
  const { t } = useTranslation('profiles');
  const { data, error, refetch } = useQuery(profileQuery);
  if (data) return <Dashboard profile={data} />;
  return (
    <>
      <h1 className="visually-hidden">{t('dashboard.title')}</h1>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <DashboardLoading />}
    </>
  );
}

function Dashboard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const greeting = t(`dashboard.greeting.${partOfDay(new Date().getHours())}`, {
    name: firstName(profile.name),
  });
  return (
    <div>
      <div className={classes.greeting}>
        <PageHeader
          title={greeting}
          text={t(profile.streakDays > 0 ? 'dashboard.onStreak' : 'dashboard.noStreak', {
            count: profile.streakDays,
          })}
          accent="live"
        />
        <InkDrop mood={profile.streakDays > 0 ? 'proud' : 'happy'} size="sm" />
      </div>
      <div className={classes.parts}>
        {/* The next class, which another feature fills in. */}
        <ShellSlotPlace name="part" />
        <StatCards profile={profile} />
        <QuickActions ageGroup={profile.ageGroup} />
        <div className={classes.columns}>
          <LanguageProgress languages={profile.languages} level={profile.level} />
          <LastMovements />
        </div>
      </div>
    </div>
  );
}

function DashboardLoading() {
  return (
    <Loading className={classes.parts}>
      <Skeleton h="4rem" maw="22rem" />
      <div className={classes.stats}>
        {['streak', 'coins', 'videos', 'time'].map((stat) => (
          <Skeleton key={stat} h="8.5rem" radius="lg" />
        ))}
      </div>
      <Skeleton h="12rem" radius="lg" />
    </Loading>
  );
}
