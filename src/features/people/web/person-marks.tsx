import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { useDates } from '#web/i18n/use-dates.ts';
import type { PersonRow } from '../contract.ts';

/** The badge of what a person pays or paid for. */
export function Holdings({ person: { holds, tier } }: { person: Pick<PersonRow, 'holds' | 'tier'> }) {
  const { t } = useTranslation('people');
  if (holds === 'single') return <Badge color="live">{t('holds.single')}</Badge>;
  return <TierBadge tier={tier} size="md" />;
}

/** The badges of a kid's and of a banned account, and of a hidden name. */
export function Marks({ person }: { person: Pick<PersonRow, 'ageGroup' | 'isBanned' | 'nameState'> }) {
  const { t } = useTranslation('people');
  return (
    <>
      {person.ageGroup === 'kid' && <Badge color="cup">{t('ageGroups.kid')}</Badge>}
      {person.isBanned && <Badge color="red">{t('list.banned')}</Badge>}
      {person.nameState === 'hidden' && <Badge color="gray">{t('list.nameHidden')}</Badge>}
      {person.nameState === 'chosen' && <Badge color="red">{t('list.nameChosen')}</Badge>}
    </>
  );
}

/** Until when a plan is paid for, or when it is renewed; nothing for one without an end. */
export function PlanEnd({ person: { tierUntil, tierRenews } }: { person: PersonRow }) {
  const { t } = useTranslation('people');
  const { shortDay } = useDates();
  if (tierUntil === null) return null;
  return (
    <Text component="span" size="sm" c="dimmed">
      {t(tierRenews ? 'list.renews' : 'list.until', { day: shortDay(tierUntil) })}
    </Text>
  );
}
