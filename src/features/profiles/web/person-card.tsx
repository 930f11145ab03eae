import { Anchor, Button, Card, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { deviceZone } from '#web/i18n/device-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { Profile } from '../contract.ts';
import { AvatarButton } from './avatar-button.tsx';
import classes from './profile.module.css';
import { useAvatar } from './use-avatar.ts';

/** Picture or initial, name, plan and member since. A kid has no photograph. */
export function PersonCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const avatar = useAvatar(profile);
  const { month } = useDates(deviceZone());
  return (
    <Card className={classes.person}>
      {profile.ageGroup === 'adult' ? (
        <AvatarButton profile={profile} avatar={avatar} />
      ) : (
        <PersonAvatar person={profile} size="xl" />
      )}
      <div className={classes.personText}>
        <span className={classes.name}>{profile.name}</span>
        <TierBadge tier={profile.tier} />
        <Anchor component={Link} to="/membership" size="sm">
          {t('profile.seePlan')}
        </Anchor>
        <Text c="dimmed" size="sm">
          {t('profile.since', { month: month(profile.memberSince) })}
        </Text>
        {profile.image && (
          <Button
            size="sm"
            variant="default"
            mt="xs"
            leftSection={<IconTrash size="1.125rem" aria-hidden />}
            disabled={avatar.isSending}
            loading={avatar.isRemoving}
            onClick={avatar.remove}
          >
            {t('profile.picture.remove')}
          </Button>
        )}
      </div>
    </Card>
  );
}
