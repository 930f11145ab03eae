import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import type { OwnMembership } from '../contract.ts';
import type { Asking } from './plan-dialog-words.ts';
import { TierBadge } from './tier-badge.tsx';

/** The reader's plan: until when, what happens then, and how to cancel or resume. */
export function CurrentPlan({
  membership,
  onAsk,
}: {
  membership: OwnMembership;
  onAsk: (asking: Asking) => void;
}) {
  const { t } = useTranslation('memberships');
  const { tier, canCancel, canResume } = membership;
  return (
    <Card component="section" aria-label={t('current.title')}>
      <Group justify="space-between" gap="md">
        <Stack gap="xs">
          <Group gap="sm">
            <Text fw={700}>{t('current.title')}</Text>
            <TierBadge tier={tier} />
          </Group>
          <Text c={membership.inGrace ? 'red' : 'dimmed'}>{useWords(membership)}</Text>
        </Stack>
        {canCancel && (
          <Button variant="default" onClick={() => onAsk({ act: 'cancel' })}>
            {membership.endsAt === null ? t('current.leave') : t('current.cancel')}
          </Button>
        )}
        {canResume && (
          <Button color="teach" onClick={() => onAsk({ act: 'resume' })}>
            {t('current.resume')}
          </Button>
        )}
      </Group>
    </Card>
  );
}

function useWords(membership: OwnMembership): string {
  const { endsAt, graceEndsAt, inGrace, renewing, renews, nextTier } = membership;
  const { t } = useTranslation(['memberships', 'shell']);
  const { day } = useDates();
  if (endsAt === null) return t('current.forGood');
  const date = day(endsAt);
  if (inGrace) return t('current.grace', { date: day(graceEndsAt ?? endsAt) });
  if (renewing) return t('current.renewing');
  if (nextTier && renews) return t('current.changes', { date, tier: t(`shell:tiers.${nextTier}`) });
  return t(renews ? 'current.renews' : 'current.ends', { date });
}
