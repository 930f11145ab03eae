import { Anchor, Button, Card, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { useDates } from '#web/i18n/use-dates.ts';
import type { Profile } from '../contract.ts';
import { AvatarButton } from './picture/avatar-button.tsx';
import { PortraitButton, PortraitLink } from './picture/portrait-button.tsx';
import { useAvatar } from './picture/use-avatar.ts';
import classes from './profile.module.css';

/** Picture or initial, name, plan and member since. A kid chooses a drawing instead of a photograph. */
export function PersonCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const avatar = useAvatar(profile);
  const { month } = useDates();
  return (
    <Card className={classes.person}>
      {profile.ageGroup === 'adult' ? (
        <AvatarButton profile={profile} avatar={avatar} />
      ) : (
        <PortraitButton profile={profile} />
      )}
      <div className={classes.personText}>
        <span className={classes.name}>{profile.name}</span>
        <TierBadge tier={profile.tier} />
        <Anchor component={Link} to="/membership" size="sm" py="sm" my="-xs">
          {t('profile.seePlan')}
        </Anchor>
        <Text c="dimmed" size="sm">
          {t('profile.since', { month: month(profile.memberSince) })}
        </Text>
        <Group gap="xs" mt="xs">
          {profile.ageGroup === 'adult' && <PortraitLink profile={profile} />}
          {profile.image && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconTrash size="1.125rem" aria-hidden />}
              disabled={avatar.isSending}
              loading={avatar.isRemoving}
              onClick={avatar.remove}
            >
              {t('profile.picture.remove')}
            </Button>
          )}
        </Group>
      </div>
    </Card>
  );
}
