import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { HandlesCard } from './handles-card.tsx';
import { PersonCard } from './person-card.tsx';
import { PersonalInfo } from './personal-info.tsx';
import { Preferences } from './preferences.tsx';
import classes from './profile.module.css';
import { profileQuery } from './queries.ts';
import { Sessions } from './sessions.tsx';

export function meta() {
  return [{ title: `${i18n.t('profile.title', { ns: 'profiles' })} · Sumi` }];
}

/** What a person says about themselves, theirs to change. */
export default function ProfilePage() {
  const { t } = useTranslation('profiles');
  const { data: profile, error, refetch } = useQuery(profileQuery);
  return (
    <div>
      <PageHeader title={t('profile.title')} accent="teach" />
      {profile && (
        <div className={classes.cards}>
          <PersonCard profile={profile} />
          <PersonalInfo profile={profile} />
          <Preferences profile={profile} />
          {profile.ageGroup === 'adult' && <HandlesCard profile={profile} />}
          <Sessions />
        </div>
      )}
      {!profile && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading />)}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')} className={classes.cards}>
      {['8rem', '20rem', '14rem'].map((height) => (
        <Skeleton key={height} h={height} radius="lg" />
      ))}
    </div>
  );
}
