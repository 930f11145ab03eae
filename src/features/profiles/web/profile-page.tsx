import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Profile } from '../contract.ts';
import type { ProfilePart } from './card-section.tsx';
import { HandlesCard } from './handles-card.tsx';
import { NoticesCard } from './notices-card.tsx';
import { PersonCard } from './person-card.tsx';
import { PersonalInfo } from './personal-info.tsx';
import { Preferences } from './preferences.tsx';
import classes from './profile.module.css';
import { ProfileLoading } from './profile-loading.tsx';
import { profileQuery } from './queries.ts';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';
import { StreakCard } from './streak-card.tsx';

export const meta = () => pageMeta(i18n.t('profile.title', { ns: 'profiles' }));

const parts = ['me', 'teacher'] as const;

/** What a person says about themselves, theirs to change; beside it, for adults, their teaching (`?tab=teacher`). */
export default function ProfilePage() {
  const { t } = useTranslation('profiles');
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const [search, setSearch] = useSearchParams();
  const part = search.get('tab') === 'teacher' ? 'teacher' : 'me';
  return (
    <div>
      <PageHeader title={t('profile.title')} accent="teach" />
      {profile?.ageGroup === 'kid' && <Cards profile={profile} />}
      {profile?.ageGroup === 'adult' && (
        <Tabs
          value={part}
          keepMounted={false}
          onChange={(chosen) => setSearch(chosen === 'teacher' ? { tab: chosen } : {}, { replace: true })}
        >
          <Tabs.List mb="lg" aria-label={t('profile.title')}>
            {parts.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`profile.parts.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="me">
            <Cards profile={profile} />
          </Tabs.Panel>
          <Tabs.Panel value="teacher">
            <ShellSlotPlace name="part" />
          </Tabs.Panel>
        </Tabs>
      )}
      {!profile && (error ? <ErrorState error={error} onRetry={refetch} /> : <ProfileLoading />)}
    </div>
  );
}

function Cards({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const parts: [ProfilePart, string][] = [
    ['info', t('profile.info')],
    ['learning', t('profile.preferences.title')],
    ['streak', t('streak.title')],
    ...(profile.ageGroup === 'adult'
      ? [['handles', t('profile.handles.title')] satisfies [ProfilePart, string]]
      : []),
    ['notices', t('profile.notices.title')],
    ['security', t('profile.security')],
    ['sessions', t('profile.sessions.title')],
    // Filled in by another feature.
    ['data', t('profile.data')],
  ];
  return (
    <div className={classes.withJumps}>
      <nav className={classes.jumps} aria-label={t('profile.jumps')}>
        <ul>
          {parts.map(([part, title]) => (
            <li key={part}>
              <a href={`#${part}`} className={classes.jump}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.cards}>
        <PersonCard profile={profile} />
        <PersonalInfo profile={profile} />
        <Preferences profile={profile} />
        <StreakCard />
        {profile.ageGroup === 'adult' && <HandlesCard profile={profile} />}
        <NoticesCard />
        <Security />
        <Sessions />
        <ShellSlotPlace name="end" />
      </div>
    </div>
  );
}
