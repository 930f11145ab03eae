import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import type { PersonRow } from '../contract.ts';

/** A tier, a single class paid for, or the free plan. */
export function Holdings({ person: { holds, tier } }: { person: Pick<PersonRow, 'holds' | 'tier'> }) {
  const { t } = useTranslation('people');
  if (holds === 'single') return <Badge color="live">{t('holds.single')}</Badge>;
  return <TierBadge tier={tier} size="md" />;
}

/** What sets an account apart: a kid's, a suspended one. */
export function Marks({ person }: { person: Pick<PersonRow, 'ageGroup' | 'isBanned'> }) {
  const { t } = useTranslation('people');
  return (
    <>
      {person.ageGroup === 'kid' && <Badge color="cup">{t('ageGroups.kid')}</Badge>}
      {person.isBanned && <Badge color="red">{t('list.banned')}</Badge>}
    </>
  );
}
