import { Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { longestReason } from '#shared/text.ts';
import { WeekdayChips } from './weekday-chips.tsx';

/** The days of the week that an organiser wants for a series, and why the classes that are left over are cancelled. */
export type NewDays = { weekdays: string[]; reason: string };

/** The part of a change for these days; nothing where they are as they were, or none. */
export function daysInChange(before: readonly number[], { weekdays, reason }: NewDays) {
  const days = weekdays.map(Number).sort((a, b) => a - b);
  if (days.length === 0 || days.join() === [...before].sort((a, b) => a - b).join()) return null;
  const said = reason.trim();
  return { weekdays: days, ...(days.length < before.length && said !== '' && { reason: said }) };
}

/** Lets an organiser choose other days of the week for a series. */
export function NewDaysFields({
  before,
  value,
  onChange,
}: {
  before: readonly number[];
  value: NewDays;
  onChange: (days: NewDays) => void;
}) {
  const { t } = useTranslation('classes');
  return (
    <Stack gap="md" mt="lg">
      <WeekdayChips
        label={t('repeats.days')}
        description={t('repeats.daysText')}
        value={value.weekdays}
        // A series has a day: the last one stays.
        onChange={(weekdays) => weekdays.length > 0 && onChange({ ...value, weekdays })}
      />
      {value.weekdays.length < before.length && (
        <Textarea
          required
          autosize
          minRows={2}
          maxLength={longestReason}
          label={t('repeats.left')}
          description={t('repeats.leftText')}
          value={value.reason}
          onChange={({ currentTarget }) => onChange({ ...value, reason: currentTarget.value })}
        />
      )}
    </Stack>
  );
}
