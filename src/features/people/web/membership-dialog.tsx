import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Tier, tiers } from '#shared/actor.ts';
import { localInstant } from '#shared/time/local-instant.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { call } from '#web/api/call.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { DayField } from '#web/ui/figures/day-field.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type PersonDetail, setMembership } from '../contract.ts';
import { ActDialog } from './act-dialog.tsx';

/** Gives a person another tier, until the end of a day or without an end. */
export function MembershipDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const { t } = useTranslation(['people', 'shell']);
  const [tier, setTier] = useState<Tier>(person.tier);
  const zone = useReaderZone();
  const today = calendarDay(new Date().toISOString(), zone);
  const firstDay = person.tierUntil ? calendarDay(person.tierUntil, zone) : '';
  // An end that has passed is not given again.
  const [lastDay, setLastDay] = useState(firstDay < today ? '' : firstDay);
  const endOf = (day: string) =>
    day === firstDay ? person.tierUntil : localInstant(day, '23:59:59', zone).toISOString();
  const until = tier === 'free' || lastDay === '' ? null : endOf(lastDay);
  const change = useAct(
    (reason: string | undefined) =>
      call(setMembership, { params: { id: person.id }, body: { tier, until, reason } }),
    { stale: ['people'], done: t('membership.done'), failed: t('membership.failed'), onDone: onClose },
  );
  return (
    <ActDialog
      title={t('membership.title')}
      text={t('membership.text', { name: person.name })}
      confirmLabel={t('membership.confirm')}
      busy={change.isPending}
      canConfirm={tier !== person.tier || (tier !== 'free' && lastDay !== firstDay)}
      onConfirm={change.mutate}
      onClose={onClose}
    >
      <NativeSelect
        label={t('membership.label')}
        value={tier}
        data={tiers.map((each) => ({ value: each, label: t(`shell:tiers.${each}`) }))}
        onChange={({ currentTarget }) => setTier(currentTarget.value as Tier)}
      />
      {tier !== 'free' && (
        <DayField
          label={t('membership.until')}
          description={t('membership.untilHint')}
          min={today}
          value={lastDay}
          onChange={setLastDay}
        />
      )}
    </ActDialog>
  );
}
