import { Card, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import type { Profile } from '../contract.ts';
import classes from './profile.module.css';

/** Who this is, at a glance: picture or letter, name, plan, since when. */
export function PersonCard({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('profiles');
  const since = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric' });
  return (
    <Card className={classes.person}>
      <PersonAvatar person={profile} size="xl" />
      <div className={classes.personText}>
        <span className={classes.name}>{profile.name}</span>
        <TierBadge tier={profile.tier} />
        <Text c="dimmed" size="sm">
          {t('profile.since', { month: since.format(new Date(profile.memberSince)) })}
        </Text>
      </div>
    </Card>
  );
}
